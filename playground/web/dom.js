// Making elements. Texts only ever become text nodes, so nothing in a message can become markup.

/** An element. Attributes named on… are listeners; null, undefined and false leave an attribute or child out. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** A button that does something and no more. */
export function button(attributes, ...children) {
  return el("button", { type: "button", ...attributes }, ...children);
}

export const $ = (id) => document.getElementById(id);

/** An address that may become a link: http, https or mailto. Null for any other, above all for javascript. */
export function safeAddress(text) {
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `http://${text}`);
    return ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** A name's first letter on a round ground whose colour follows the id, as Telegram paints people without a photo. */
export function avatar(id, name, extra = "") {
  const letter = [...new Intl.Segmenter().segment(name.trim() || "?")][0].segment.toUpperCase();
  return el("span", { class: `avatar hue${hue(id)} ${extra}`, "aria-hidden": "true" }, letter);
}

export const hue = (id) => Math.abs(id) % 7;
export const fullName = (user) => [user?.first_name, user?.last_name].filter(Boolean).join(" ") || "Somebody";

/** Draw something anew and leave the focus where it was: on the element at the same place. */
export function redraw(container, ...children) {
  const all = () => [...container.querySelectorAll("button, input, select, textarea, [tabindex]")];
  const at = all().indexOf(document.activeElement);
  container.replaceChildren(...children);
  if (at >= 0) (all()[at] ?? all().at(-1))?.focus();
}

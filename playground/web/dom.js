// Making elements. Texts only ever become text nodes, so nothing in a message can become markup.

/** An element. Attributes named on… are listeners; null, undefined and false leave an attribute or child out. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child || child === 0));
  return made;
}

/** A button that does something and no more. */
export const button = (attributes, ...children) => el("button", { type: "button", ...attributes }, ...children);

export const $ = (id) => document.getElementById(id);

/** Draw something anew and leave the focus where it was: on the element at the same place. */
export function redraw(container, ...children) {
  const all = () => [...container.querySelectorAll("button, input, select")];
  const at = all().indexOf(document.activeElement);
  container.replaceChildren(...children);
  if (at >= 0) (all()[at] ?? all().at(-1))?.focus();
}

/** An address that may become a link: http, https or mailto. Null for any other, above all for javascript. */
export function safeAddress(text) {
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : null;
  return url && ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : null;
}

export const hue = (id) => Math.abs(id) % 7;
export const fullName = (user) => [user?.first_name, user?.last_name].filter(Boolean).join(" ") || "Somebody";
export const senderId = (message) => message.sender_chat?.id ?? message.from?.id ?? 0;
export const senderName = (message) => message.sender_chat?.title ?? fullName(message.from);

/** A name's first letter on a round ground whose colour follows the id, as Telegram paints people without a photo. */
export function avatar(id, name) {
  const letter = [...new Intl.Segmenter().segment(name.trim() || "?")][0].segment.toUpperCase();
  return el("span", { class: `avatar hue${hue(id)}`, "aria-hidden": "true" }, letter);
}

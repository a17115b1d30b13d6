// Texts with their entities as elements, and times in the reader's zone. Source: Bot API, MessageEntity.

import { button, el, fullName, safeAddress } from "./dom.js";
import { desk, now } from "./state.js";

const TAGS = { bold: "strong", italic: "em", underline: "u", strikethrough: "s", code: "code", pre: "pre" };

/** The nodes of a text. Entities count in UTF-16 code units, as JavaScript does. `open` is called with what a link, a
 * command or a person leads to.
 */
export function formatted(text, entities = [], open) {
  const sorted = [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length);
  return nodes(text, sorted, 0, text.length, open);
}

function nodes(text, entities, from, to, open) {
  const made = [];
  let at = from;
  for (let i = 0; i < entities.length; i += 1) {
    const entity = entities[i];
    const end = Math.min(entity.offset + entity.length, to);
    if (entity.offset < at || end <= entity.offset) continue;
    if (entity.offset > at) made.push(text.slice(at, entity.offset));
    const inner = entities.slice(i + 1).filter((other) => other.offset < end && other.offset >= entity.offset);
    const said = text.slice(entity.offset, end);
    made.push(shaped(entity, said, nodes(text, inner, entity.offset, end, open), open));
    at = end;
  }
  if (at < to) made.push(text.slice(at, to));
  return made;
}

function shaped(entity, said, inner, open) {
  switch (entity.type) {
    case "spoiler":
      return spoiler(inner);
    case "blockquote":
      return el("blockquote", {}, ...inner);
    case "expandable_blockquote":
      return expandable(inner);
    case "date_time":
      return timeNode(entity, said);
    case "text_link":
    case "url":
    case "email":
      return link(entity.url ?? (entity.type === "email" ? `mailto:${said}` : said), inner, open);
    case "text_mention":
      return button({ class: "link", onclick: () => open({ person: entity.user.id }) }, ...inner);
    case "bot_command":
      return button({ class: "link", onclick: () => open({ command: said }) }, ...inner);
    case "mention":
    case "hashtag":
    case "cashtag":
    case "phone_number":
      return el("span", { class: "link" }, ...inner);
    default:
      return el(TAGS[entity.type] ?? "span", {}, ...inner);
  }
}

function link(url, inner, open) {
  const start = deepLink(url);
  if (start) return button({ class: "link", onclick: () => open({ start }) }, ...inner);
  const href = safeAddress(url);
  if (!href) return el("span", {}, ...inner);
  return el("a", { href, target: "_blank", rel: "noopener noreferrer", title: href }, ...inner);
}

/** What a link to the bot itself asks for, such as {start: "j_x"}; null for any other address. */
export function deepLink(url) {
  const name = (desk.bot.username ?? "").replace(/[^\w]/g, "");
  const found = new RegExp(
    `^(?:(?:https?://)?(?:t|telegram)\\.me/${name}/?|tg:(?://)?resolve\\?domain=${name})(?:[?&](.*))?$`,
    "i",
  ).exec(url);
  return found && name ? Object.fromEntries(new URLSearchParams(found[1] ?? "")) : null;
}

function spoiler(inner) {
  const reveal = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    hidden.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label"]) hidden.removeAttribute(name);
  };
  const hidden = el(
    "span",
    {
      class: "spoiler",
      role: "button",
      tabindex: "0",
      "aria-label": "Hidden text, press to show it",
      onclick: reveal,
      onkeydown: reveal,
    },
    el("span", {}, ...inner),
  );
  return hidden;
}

function expandable(inner) {
  const toggle = () => more.setAttribute("aria-expanded", String(quote.classList.toggle("open")));
  const more = button({ class: "more", "aria-label": "Whole quotation", "aria-expanded": "false", onclick: toggle });
  const quote = el("blockquote", { class: "expandable" }, el("div", {}, ...inner), more);
  return quote;
}

function timeNode(entity, said) {
  const at = new Date(entity.unix_time * 1000);
  const node = el("time", { datetime: at.toISOString(), title: at.toLocaleString(), class: "told-time" }, said);
  node.dataset.unix = entity.unix_time;
  node.dataset.format = entity.date_time_format ?? "";
  tick(node);
  return node;
}

/** Bring a time up to date; those told as it stands in the text have no format. */
export function tick(node) {
  const { format, unix } = node.dataset;
  const said = format.toLowerCase() === "r" ? relative(unix - now()) : format ? absolute(unix, format) : "";
  if (said && node.textContent !== said) node.textContent = said;
}

function absolute(unix, format) {
  const options = {};
  if (/w/i.test(format)) options.weekday = "long";
  if (format.includes("D")) Object.assign(options, { day: "numeric", month: "long", year: "numeric" });
  else if (format.includes("d")) Object.assign(options, { day: "2-digit", month: "2-digit", year: "2-digit" });
  if (/t/i.test(format)) Object.assign(options, { hour: "2-digit", minute: "2-digit" });
  if (format.includes("T")) options.second = "2-digit";
  return new Intl.DateTimeFormat(undefined, options).format(unix * 1000);
}

/** Seconds from now in words, in the two largest units: "in 59 min 12 s". */
export function relative(seconds) {
  const whole = Math.round(Math.abs(seconds));
  const units = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]];
  const first = Math.max(0, units.findIndex(([size]) => whole >= size));
  if (whole < 1) return "now";
  let rest = whole;
  const parts = [];
  for (const [size, name] of units.slice(first, first + 2)) {
    if (rest >= size) parts.push(`${Math.floor(rest / size)} ${name}`);
    rest %= size;
  }
  return seconds > 0 ? `in ${parts.join(" ")}` : `${parts.join(" ")} ago`;
}

export const hourMinute = (unix) =>
  new Date(unix * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

/** One line that stands for a message: in the pinned bar, above a reply, read out. */
export function snippet(message) {
  const said = message.text ?? message.caption ?? (message.photo ? "Photo" : serviceText(message));
  const line = said.replace(/\s+/g, " ").trim();
  return line.length > 90 ? `${line.slice(0, 90)}…` : line;
}

/** What a service message says. */
export function serviceText(message) {
  const who = fullName(message.from);
  const joined = message.new_chat_members;
  if (joined?.length === 1 && joined[0].id === message.from?.id) return `${who} joined the group`;
  if (joined) return `${who} added ${joined.map(fullName).join(", ")}`;
  if (message.left_chat_member?.id === message.from?.id) return `${who} left the group`;
  if (message.left_chat_member) return `${who} removed ${fullName(message.left_chat_member)}`;
  if (message.pinned_message) return `${who} pinned “${snippet(message.pinned_message)}”`;
  if (message.migrate_to_chat_id) return "The group became a supergroup";
  if (message.migrate_from_chat_id) return "This supergroup was a group before";
  if (message.forum_topic_created) return `${who} created the topic “${message.forum_topic_created.name}”`;
  if (message.new_chat_title) return `${who} renamed the group to “${message.new_chat_title}”`;
  const known = ["message_id", "from", "chat", "date", "reply_to_message", "message_thread_id", "is_topic_message"];
  const rest = Object.keys(message).filter((name) => !known.includes(name));
  return rest.join(", ").replaceAll("_", " ") || "service message";
}

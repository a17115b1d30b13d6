// Texts with their entities as elements, and times in the reader's zone. Source: Bot API, MessageEntity.

import { button, el, fullName, safeAddress, senderName } from "./dom.js";
import { desk, now } from "./state.js";

const TAGS = { bold: "strong", italic: "em", underline: "u", strikethrough: "s", code: "code", pre: "pre", blockquote: "blockquote" };

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
  entities.forEach((entity, i) => {
    const { offset } = entity;
    const end = Math.min(offset + entity.length, to);
    if (offset < at || end <= offset) return;
    const inner = entities.slice(i + 1).filter((other) => other.offset >= offset && other.offset < end);
    made.push(text.slice(at, offset), shaped(entity, text.slice(offset, end), nodes(text, inner, offset, end, open), open));
    at = end;
  });
  return [...made, text.slice(at, to)].filter(Boolean);
}

function shaped(entity, said, inner, open) {
  switch (entity.type) {
    case "spoiler": return spoiler(inner);
    case "expandable_blockquote": return expandable(inner);
    case "date_time": return timeNode(entity, said);
    case "url": return link(said, inner, open);
    case "text_link": return link(entity.url, inner, open);
    case "email": return link(`mailto:${said}`, inner, open);
    case "text_mention": return leadsTo({ person: entity.user.id }, inner, open);
    case "bot_command": return leadsTo({ command: said }, inner, open);
    default: return el(TAGS[entity.type] ?? "span", { class: TAGS[entity.type] ? null : "link" }, ...inner);
  }
}

function link(url, inner, open) {
  const bot = deepLink(url);
  if (bot) return leadsTo({ bot }, inner, open);
  const href = safeAddress(url);
  return href ? el("a", { href, target: "_blank", rel: "noopener noreferrer", title: href }, ...inner) : el("span", {}, ...inner);
}

/** A link to something on this desk. No button, for a button does not break across lines. */
function leadsTo(target, inner, open) {
  return el("a", { href: "#", onclick: (event) => [event.preventDefault(), open(target)] }, ...inner);
}

/** What a link to the bot itself asks for, such as {start: "j_x"}; null for any other address. */
export function deepLink(url) {
  const place = `(?:https?://)?(?:t|telegram)\\.me/${desk.bot.username}/?|tg:(?://)?resolve\\?domain=${desk.bot.username}`;
  const found = new RegExp(`^(?:${place})(?:[?&](.*))?$`, "i").exec(url);
  return found && Object.fromEntries(new URLSearchParams(found[1] ?? ""));
}

function spoiler(inner) {
  const reveal = (event) => {
    if (hidden.classList.contains("shown") || (event.key && event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    hidden.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label"]) hidden.removeAttribute(name);
  };
  const attributes = { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Hidden text, press to show it" };
  const hidden = el("span", { ...attributes, onclick: reveal, onkeydown: reveal }, el("span", {}, ...inner));
  return hidden;
}

function expandable(inner) {
  const onclick = () => more.setAttribute("aria-expanded", String(quote.classList.toggle("open")));
  const more = button({ class: "more", "aria-label": "Whole quotation", "aria-expanded": "false", onclick });
  const quote = el("blockquote", { class: "expandable" }, el("div", {}, ...inner), more);
  return quote;
}

function timeNode(entity, said) {
  const at = new Date(entity.unix_time * 1000);
  const node = el("time", { datetime: at.toISOString(), title: at.toLocaleString(), class: "told-time" }, said);
  Object.assign(node.dataset, { unix: entity.unix_time, format: entity.date_time_format ?? "" });
  tick(node);
  return node;
}

/** Bring a time up to date; one without a format stays as it stands in the text. */
export function tick(node) {
  const { format, unix } = node.dataset;
  const said = /r/i.test(format) ? relative(unix - now()) : format && absolute(unix, format);
  if (said && node.textContent !== said) node.textContent = said;
}

function absolute(unix, format) {
  const has = (letter, options) => (format.includes(letter) ? options : {});
  return new Intl.DateTimeFormat(undefined, {
    ...has("w", { weekday: "long" }),
    ...has("d", { day: "2-digit", month: "2-digit", year: "2-digit" }),
    ...has("D", { day: "numeric", month: "long", year: "numeric" }),
    ...has("t", { hour: "2-digit", minute: "2-digit" }),
    ...has("T", { hour: "2-digit", minute: "2-digit", second: "2-digit" }),
  }).format(unix * 1000);
}

/** Seconds from now in words, in the two largest units: "in 59 min 12 s". */
export function relative(seconds) {
  const parts = [];
  let rest = Math.round(Math.abs(seconds));
  for (const [size, name] of [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]]) {
    if (rest >= size) parts.push(`${Math.floor(rest / size)} ${name}`);
    rest %= size;
  }
  const said = parts.slice(0, 2).join(" ");
  if (!said) return "now";
  return seconds > 0 ? `in ${said}` : `${said} ago`;
}

export const hourMinute = (unix) => new Date(unix * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

/** One line that stands for a message: in the pinned bar, above a reply. */
export function snippet(message) {
  const said = message.text ?? message.caption ?? (message.photo ? "Photo" : message.document ? `📄 ${message.document.file_name}` : serviceText(message));
  const line = said.replace(/\s+/g, " ").trim();
  return line.length > 90 ? `${line.slice(0, 90)}…` : line;
}

/** What a service message says. */
export function serviceText(message) {
  const who = senderName(message);
  const { new_chat_members: joined, left_chat_member: left, pinned_message: pinned } = message;
  if (joined?.length === 1 && joined[0].id === message.from?.id) return `${who} joined the group`;
  if (joined) return `${who} added ${joined.map(fullName).join(", ")}`;
  if (left) return left.id === message.from?.id ? `${who} left the group` : `${who} removed ${fullName(left)}`;
  if (pinned) return `${who} pinned “${snippet(pinned)}”`;
  if (message.migrate_to_chat_id || message.migrate_from_chat_id) return "The group has become a supergroup";
  if (message.forum_topic_created) return `${who} created the topic “${message.forum_topic_created.name}”`;
  if (message.new_chat_title) return `${who} renamed the group to “${message.new_chat_title}”`;
  const known = ["message_id", "from", "chat", "date", "reply_to_message", "message_thread_id", "is_topic_message"];
  return Object.keys(message).filter((name) => !known.includes(name)).join(", ").replaceAll("_", " ") || "service message";
}

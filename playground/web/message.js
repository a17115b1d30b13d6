// One message as it looks in a chat: bubble, picture, text, keyboard.

import { act } from "./api.js";
import { avatar, button, el, hue, safeAddress, senderId, senderName } from "./dom.js";
import { isContent, keyOf, topicName } from "./state.js";
import { deepLink, formatted, hourMinute, serviceText, snippet } from "./text.js";

/** The element of a message in a phone; the phone knows what links and answers lead to. */
export function messageNode(message, phone) {
  const node = isContent(message) ? content(message, phone) : service(message, phone);
  Object.assign(node.dataset, { key: keyOf(message), date: message.date });
  return node;
}

function service(message, phone) {
  const pinned = message.pinned_message?.message_id;
  const said = serviceText(message);
  const inner = pinned ? button({ onclick: () => phone.jump(pinned) }, said) : el("span", {}, said);
  return el("article", { class: "message service", tabindex: "-1" }, inner);
}

function content(message, phone) {
  const own = message.from?.id === phone.person;
  const ink = `ink${hue(senderId(message))}`;
  const entities = message.entities ?? message.caption_entities;
  const text = message.text ?? message.caption;
  const said = text && el("div", { class: "said", dir: "auto" }, ...formatted(text, entities, phone.open));
  const picture = (message.photo && photo(message, phone)) || (message.document && file(message.document));
  const topic = phone.chat.is_forum && !phone.topic ? `# ${topicName(phone.chat.id, message.message_thread_id)}` : "";
  const via = message.via_bot ? `via @${message.via_bot.username}` : message.receiver_user ? "👁 only you see this" : topic;
  const bubble = el("div", { class: "bubble" },
    own || phone.kind === "private" ? null : avatar(senderId(message), senderName(message)),
    own ? null : el("div", { class: `from ${ink}`, dir: "auto" }, senderName(message)),
    via && el("div", { class: "via" }, via),
    message.reply_to_message && isContent(message.reply_to_message) && quoted(message.reply_to_message, phone),
    ...(message.show_caption_above_media ? [said, picture] : [picture, said]),
    meta(message, own));
  const label = `${senderName(message)}, ${hourMinute(message.date)}`;
  const node = el("article", { class: `message ${own ? "own" : "other"}`, tabindex: "-1", "aria-label": label },
    el("div", { class: "stack" }, bubble, keyboard(message, phone)), tools(message, phone));
  node.dataset.from = senderId(message);
  return node;
}

function meta(message, own) {
  const marks = `${message.has_protected_content ? "🔒 " : ""}${message.edit_date ? "edited " : ""}${hourMinute(message.date)}`;
  return el("div", { class: "meta" }, marks, own && el("span", { class: "ticks", role: "img", "aria-label": "sent" }, "✓✓"));
}

function quoted(message, phone) {
  const look = { class: `quoted ink${hue(senderId(message))}`, "aria-label": `In reply to ${senderName(message)}` };
  return button({ ...look, onclick: () => phone.jump(keyOf(message)) }, el("b", {}, senderName(message)), el("span", {}, snippet(message)));
}

/** A picture, under its cover first if it has one; once it is seen a press shows it large. */
function photo(message, phone) {
  const { file_id, width, height } = message.photo.at(-1);
  const alt = message.caption ? `Photo: ${snippet(message)}` : "Photo";
  const picture = el("img", { src: `/sim/photos/${encodeURIComponent(file_id)}`, width, height, alt });
  const covered = message.has_media_spoiler;
  const label = covered ? "Hidden photo, press to show it" : `${alt}, press to enlarge it`;
  const frame = button({ class: `photo${covered ? " covered" : ""}`, "aria-label": label, onclick: () => {
    if (!frame.classList.contains("covered")) phone.enlarge(picture);
    frame.classList.remove("covered");
    frame.setAttribute("aria-label", `${alt}, press to enlarge it`);
  } }, picture);
  return frame;
}

function file({ file_id, file_name, file_size }) {
  const to = { class: "file", href: `/sim/documents/${encodeURIComponent(file_id)}`, download: file_name || "file" };
  return el("a", to, el("span", { "aria-hidden": "true" }, "📄 "), el("b", {}, file_name || "file"),
    el("small", {}, ` ${Math.max(1, Math.round(file_size / 1024))} kB`));
}

function tools(message, phone) {
  const tool = (label, sign, onclick) => button({ tabindex: "-1", title: label, "aria-label": label, onclick }, sign);
  return el("div", { class: "tools-of" },
    tool("Reply (R)", "↩", () => phone.composer.replyTo(message)),
    tool("Delete for everybody (Delete)", "🗑", () => phone.remove(message)));
}

function keyboard(message, phone) {
  const rows = message.reply_markup?.inline_keyboard;
  const line = (row) => el("div", { class: "row" }, row.map((one) => key(one, message, phone)));
  return rows && el("div", { class: "keys", role: "group", "aria-label": "Buttons of this message" }, rows.map(line));
}

function key(one, message, phone) {
  const sign = "url" in one ? "↗" : "copy_text" in one ? "⧉" : Object.keys(one).some((name) => name.startsWith("switch")) ? "⤴" : "";
  const made = button({ class: `key ${one.style ?? ""}`, "aria-disabled": "disabled" in one && "true", title: one.url },
    el("span", {}, one.text), el("span", { class: "sign", "aria-hidden": "true" }, sign));
  made.dataset.data = one.callback_data ?? one.text;
  made.addEventListener("click", () => press(one, message, phone, made));
  return made;
}

function press(one, message, phone, made) {
  if ("disabled" in one || made.hasAttribute("aria-busy")) return null;
  if ("callback_data" in one) return query(one, message, phone, made);
  if ("url" in one) return followUrl(one.url, phone);
  if ("copy_text" in one) return copy(one.copy_text.text, phone);
  if ("switch_inline_query_current_chat" in one) return phone.composer.ask(one.switch_inline_query_current_chat);
  const inline = one.switch_inline_query ?? one.switch_inline_query_chosen_chat?.query;
  if (inline !== undefined) return phone.open({ inline });
  return phone.toast("Buttons of this kind lead nowhere on this desk.");
}

async function query(one, message, phone, made) {
  const { person, chat } = phone;
  const body = { chat: chat.id, message: message.message_id || null, data: one.callback_data, wait: 30 };
  made.setAttribute("aria-busy", "true");
  try {
    // The bot may have changed the keyboard meanwhile; a real client's press goes through all the same.
    const told = await act(`people/${person}/tap`, body).catch(() => act(`people/${person}/press`, body));
    if (told.timed_out) phone.toast("The bot has not answered this press.");
    else if (told.answer?.url) followUrl(told.answer.url, phone);
    else if (told.answer?.text && told.answer.show_alert) phone.alert(told.answer.text, person);
    else if (told.answer?.text) phone.toast(told.answer.text);
  } catch (error) {
    phone.toast(error.message);
  }
  made.removeAttribute("aria-busy");
}

function followUrl(url, phone) {
  const bot = deepLink(url);
  const href = safeAddress(url);
  if (bot) phone.open({ bot });
  else if (href) window.open(href, "_blank", "noopener,noreferrer");
  else phone.toast(`This desk opens no such address: ${url}`);
}

const copy = (text, phone) =>
  navigator.clipboard.writeText(text).then(() => phone.toast("Copied."), () => phone.toast("The browser does not allow copying."));

/** Mark where runs of one sender begin and end, and where a new day begins. */
export function regroup(list) {
  let before = null;
  for (const mark of list.querySelectorAll(".day")) mark.remove();
  for (const node of list.querySelectorAll(".message")) {
    const day = new Date(node.dataset.date * 1000);
    const sameDay = before?.day.toDateString() === day.toDateString();
    const joins = sameDay && node.dataset.from && before.node.dataset.from === node.dataset.from;
    const told = day.toLocaleDateString([], { weekday: "long", day: "numeric", month: "long" });
    if (!sameDay) node.before(el("div", { class: "day" }, el("span", {}, told)));
    node.classList.toggle("first", !joins);
    node.classList.add("last");
    if (joins) before.node.classList.remove("last");
    before = { node, day };
  }
}

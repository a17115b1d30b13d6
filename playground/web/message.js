// One message as it looks in a chat: bubble, picture, text, keyboard.

import { act } from "./api.js";
import { avatar, button, el, fullName, hue, safeAddress } from "./dom.js";
import { desk, isContent } from "./state.js";
import { deepLink, formatted, hourMinute, serviceText, snippet } from "./text.js";

/** The element of a message in a phone; the phone decides what links and answers lead to. */
export function messageNode(message, phone) {
  const node = isContent(message) ? content(message, phone) : service(message, phone);
  node.dataset.id = message.message_id;
  node.dataset.date = message.date;
  return node;
}

function service(message, phone) {
  const pinned = message.pinned_message?.message_id;
  const said = serviceText(message);
  const inner = pinned ? button({ class: "link", onclick: () => phone.jump(pinned) }, said) : el("span", {}, said);
  return el("article", { class: "message service", tabindex: "-1" }, inner);
}

function content(message, phone) {
  const own = message.from?.id === phone.person;
  const text = message.text ?? message.caption;
  const picture = message.photo ? photo(message) : null;
  const said = text
    ? el("div", { class: "said", dir: "auto" }, ...formatted(text, message.entities ?? message.caption_entities, phone.open))
    : null;
  const parts = message.show_caption_above_media ? [said, picture] : [picture, said];
  const bubble = el(
    "div",
    { class: `bubble ${picture ? "pictured" : ""}` },
    own ? null : el("div", { class: `from ink${hue(message.from?.id ?? 0)}`, dir: "auto" }, fullName(message.from)),
    message.via_bot ? el("div", { class: "via" }, `via @${message.via_bot.username ?? message.via_bot.first_name}`) : null,
    message.reply_to_message ? quoted(message.reply_to_message, phone) : null,
    ...parts,
    meta(message, own),
  );
  const node = el(
    "article",
    { class: `message ${own ? "own" : "other"}`, tabindex: "-1", "aria-label": `${fullName(message.from)}, ${hourMinute(message.date)}` },
    own || phone.kind === "private" ? null : avatar(message.from?.id ?? 0, fullName(message.from), "small"),
    el("div", { class: "stack" }, bubble, keyboard(message, phone)),
    tools(message, phone),
  );
  node.dataset.from = message.from?.id ?? "";
  return node;
}

function meta(message, own) {
  const marks = [message.has_protected_content ? "🔒" : "", message.edit_date ? "edited" : ""].filter(Boolean);
  const seen = own ? el("span", { class: "ticks", "aria-label": "sent" }, "✓✓") : null;
  return el("div", { class: "meta" }, marks.length ? `${marks.join(" ")} ` : null, hourMinute(message.date), seen);
}

function quoted(message, phone) {
  return button(
    { class: `quoted ink${hue(message.from?.id ?? 0)}`, onclick: () => phone.jump(message.message_id), "aria-label": `In reply to ${fullName(message.from)}` },
    el("b", {}, fullName(message.from)),
    el("span", {}, snippet(message)),
  );
}

function photo(message) {
  const size = message.photo.at(-1);
  const picture = el("img", {
    src: `/sim/photos/${encodeURIComponent(size.file_id)}`,
    width: size.width,
    height: size.height,
    alt: message.caption ? `Photo: ${snippet(message)}` : "Photo",
  });
  if (!message.has_media_spoiler) return el("div", { class: "photo" }, picture);
  const cover = button({ class: "photo covered", "aria-label": "Hidden photo, press to show it" }, picture);
  cover.addEventListener("click", () => cover.classList.remove("covered"));
  return cover;
}

function tools(message, phone) {
  return el(
    "div",
    { class: "tools-of", role: "group", "aria-label": "With this message" },
    button({ tabindex: "-1", title: "Reply (R)", "aria-label": "Reply", onclick: () => phone.replyTo(message) }, "↩"),
    button({ tabindex: "-1", title: "Delete for everybody (Delete)", "aria-label": "Delete for everybody", onclick: () => phone.remove(message) }, "🗑"),
  );
}

function keyboard(message, phone) {
  const rows = message.reply_markup?.inline_keyboard;
  if (!rows) return null;
  const line = (row) => el("div", { class: "row" }, row.map((one) => key(one, message, phone)));
  return el("div", { class: "keys", role: "group", "aria-label": "Buttons of this message" }, rows.map(line));
}

const SIGNS = { url: "↗", switch_inline_query: "⤴", switch_inline_query_chosen_chat: "⤴", switch_inline_query_current_chat: "⤴", copy_text: "⧉" };

function key(one, message, phone) {
  const sign = Object.keys(SIGNS).find((name) => name in one);
  const made = button(
    { class: `key ${one.style ?? ""}`, "aria-disabled": "disabled" in one ? "true" : null, title: one.url },
    el("span", {}, one.text),
    sign ? el("span", { class: "sign", "aria-hidden": "true" }, SIGNS[sign]) : null,
  );
  made.dataset.data = one.callback_data ?? one.text;
  made.addEventListener("click", () => press(one, message, phone, made));
  return made;
}

async function press(one, message, phone, made) {
  if ("disabled" in one || made.getAttribute("aria-busy")) return;
  if ("callback_data" in one) await query(one, message, phone, made);
  else if ("url" in one) followUrl(one.url, phone);
  else if ("copy_text" in one) await copy(one.copy_text.text, phone);
  else if ("switch_inline_query_current_chat" in one) phone.compose(one.switch_inline_query_current_chat, true);
  else if ("switch_inline_query" in one) phone.open({ inline: one.switch_inline_query });
  else if ("switch_inline_query_chosen_chat" in one) phone.open({ inline: one.switch_inline_query_chosen_chat.query ?? "" });
  else phone.toast("Buttons of this kind lead nowhere on this desk.");
}

async function query(one, message, phone, made) {
  const { person, chat } = phone;
  const what = { chat: chat.id, message: message.message_id, data: one.callback_data, wait: 30 };
  made.setAttribute("aria-busy", "true");
  try {
    let told;
    try {
      told = await act(`people/${person}/tap`, what);
    } catch {
      // The bot has changed the keyboard meanwhile; a real client's press still goes through.
      told = await act(`people/${person}/press`, what);
    }
    if (told.timed_out) phone.toast("The bot has not answered this press.");
    else answered(told.answer, phone, person);
  } catch (error) {
    phone.toast(error.message);
  } finally {
    made.removeAttribute("aria-busy");
  }
}

function answered(answer, phone, person) {
  if (answer?.url) followUrl(answer.url, phone);
  else if (answer?.text && answer.show_alert) phone.alert(answer.text, person);
  else if (answer?.text) phone.toast(answer.text);
}

function followUrl(url, phone) {
  const start = deepLink(url);
  const href = safeAddress(url);
  if (start) phone.open({ start });
  else if (href) window.open(href, "_blank", "noopener,noreferrer");
  else phone.toast(`This desk opens no such address: ${url}`);
}

async function copy(text, phone) {
  try {
    await navigator.clipboard.writeText(text);
    phone.toast("Copied.");
  } catch {
    phone.toast("The browser does not allow copying.");
  }
}

/** Mark where runs of one sender begin and end, and where a new day begins. */
export function regroup(list) {
  let before = null;
  for (const mark of list.querySelectorAll(".day")) mark.remove();
  for (const node of [...list.querySelectorAll(".message")]) {
    const day = new Date(node.dataset.date * 1000).toDateString();
    const joins = before && before.day === day && before.node.dataset.from && before.node.dataset.from === node.dataset.from;
    if (!before || before.day !== day) node.before(dayMark(node.dataset.date));
    node.classList.toggle("first", !joins);
    node.classList.add("last");
    if (joins) before.node.classList.remove("last");
    before = { node, day };
  }
}

function dayMark(date) {
  const told = new Date(date * 1000).toLocaleDateString([], { weekday: "long", day: "numeric", month: "long" });
  return el("div", { class: "day" }, el("span", {}, told));
}

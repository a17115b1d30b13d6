// The drawer with what is hard to see in real life: another time, lost rights, a blocked bot, a flood.

import { act } from "./api.js";
import { $, button, el, fullName, redraw } from "./dom.js";
import { chosen, desk, groups, messagesOf, now, sees } from "./state.js";
import { relative } from "./text.js";

const HOURS = [[10, "+10 s"], [60, "+1 min"], [3600, "+1 h"], [86400, "+1 day"]];
const LANGUAGES = [["en", "English"], ["vi", "Tiếng Việt"], ["fr", "français"], ["ru", "русский"]];

/** Draw the drawer anew if it is open and nobody types in it; `say` tells what was refused. */
export function drawControls(say) {
  if ($("controls").hidden || document.activeElement?.matches("#controls input, #controls select")) return;
  const attempt = async (path, body) => {
    try {
      await act(path, body);
    } catch (error) {
      say(error.message);
    }
  };
  const person = chosen();
  const group = desk.chats.get(desk.group);
  redraw(
    $("controls-body"),
    ...[clock(attempt), person && personal(person, group, attempt), group && botIn(group, attempt), telegram(attempt, say), newGroup(attempt)]
      .filter(Boolean),
  );
}

const section = (title, ...children) => el("section", {}, el("h3", {}, title), ...children);
const row = (...children) => el("div", { class: "buttons" }, ...children);

function clock(attempt) {
  const move = (seconds) => () => attempt("clock", { advance: seconds });
  const toDeadline = () => {
    const next = nextDeadline();
    if (next) attempt("clock", { advance: next - now() + 1 });
  };
  const next = nextDeadline();
  return section(
    "Clock",
    el("p", { class: "quiet" }, "The bot and all phones live by it. It only goes forward."),
    row(...HOURS.map(([seconds, label]) => button({ onclick: move(seconds) }, label))),
    row(
      button(
        { id: "to-deadline", disabled: !next, onclick: toDeadline },
        next ? `⏭ To the next deadline (${relative(next - now())})` : "⏭ No deadline stands in a message",
      ),
    ),
  );
}

/** The nearest moment ahead that stands in a message as a time. */
function nextDeadline() {
  const times = [];
  for (const id of desk.chats.keys()) {
    for (const message of messagesOf(id).values()) {
      for (const entity of message.entities ?? message.caption_entities ?? []) {
        if (entity.type === "date_time" && entity.unix_time > now()) times.push(entity.unix_time);
      }
    }
  }
  return times.length ? Math.min(...times) : null;
}

function personal(person, group, attempt) {
  const at = `people/${person.id}`;
  const inGroup = group && sees(person.id, group);
  const { blocked } = desk.chats.get(person.id) ?? {};
  const language = el(
    "select",
    { id: "language", onchange: () => attempt(at, { language_code: language.value }) },
    LANGUAGES.map(([code, name]) => el("option", { value: code, selected: code === person.language_code }, name)),
  );
  const name = el("input", { id: "rename", value: person.first_name, maxlength: 64, onchange: () => attempt(at, { first_name: name.value }) });
  return section(
    fullName(person),
    el("div", { class: "fields" }, el("label", { for: "rename" }, "First name"), name, el("label", { for: "language" }, "Language of the app"), language),
    row(
      blocked
        ? button({ onclick: () => attempt(`${at}/unblock`) }, "Unblock the bot")
        : button({ onclick: () => attempt(`${at}/block`) }, "Block the bot"),
      group && inGroup && button({ onclick: () => attempt(`${at}/leave`, { chat: group.id }) }, "Leave the group"),
      group && inGroup && button({ onclick: () => attempt(`${at}/kick`, { chat: group.id }) }, "Be removed"),
      group && !inGroup && button({ onclick: () => attempt(`${at}/join`, { chat: group.id }) }, "Join the group"),
    ),
  );
}

function botIn(group, attempt) {
  const bot = group.members.find((user) => user.id === desk.bot.id);
  const at = `groups/${group.id}`;
  const rights = (list) => () => attempt(`${at}/promote`, { person: "bot", ...list });
  return section(
    `${fullName(desk.bot)} in ${group.title}`,
    el("p", { class: "quiet" }, bot ? `It is ${bot.status === "member" ? "a plain member" : "an administrator"} here.` : "It is not in this group."),
    row(
      bot && bot.status === "member" && button({ onclick: rights({}) }, "Make it administrator"),
      bot && bot.status !== "member" && button({ onclick: rights({ rights: [] }) }, "Take its rights away"),
      bot && button({ onclick: () => attempt("people/bot/kick", { chat: group.id }) }, "Remove the bot"),
      !bot && button({ onclick: () => attempt("people/bot/join", { chat: group.id }) }, "Bring the bot in"),
    ),
  );
}

function telegram(attempt, say) {
  const flood = async () => {
    desk.flood = !desk.flood;
    await attempt("flood", { on: desk.flood });
    drawControls(say);
  };
  return section(
    "Telegram itself",
    row(button({ "aria-pressed": String(desk.flood), onclick: flood }, desk.flood ? "Flood limits: on" : "Flood limits: off")),
  );
}

function newGroup(attempt) {
  const title = el("input", { id: "new-title", placeholder: "Saturday night", maxlength: 128 });
  const make = (event) => {
    event.preventDefault();
    attempt("groups", { title: title.value.trim(), members: [...desk.people.keys()] });
  };
  const show = (event) => document.dispatchEvent(new CustomEvent("group", { detail: Number(event.target.value) }));
  const all = groups();
  return section(
    "Groups",
    all.length > 1 &&
      el(
        "div",
        { class: "fields" },
        el("label", { for: "which-group" }, "On the desk"),
        el("select", { id: "which-group", onchange: show }, all.map((one) => el("option", { value: one.id, selected: one.id === desk.group }, one.title))),
      ),
    el("form", { class: "add", onsubmit: make }, el("label", { class: "unseen", for: "new-title" }, "Title of a new group"), title, el("button", {}, "New group")),
  );
}

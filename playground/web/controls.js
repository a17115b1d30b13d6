// The drawer with what is hard to see in real life: another time, lost rights, a blocked bot, a difficult Telegram.

import { act } from "./api.js";
import { $, button, el, fullName, redraw } from "./dom.js";
import { chosen, desk, groups, messagesOf, now, sees } from "./state.js";
import { relative } from "./text.js";

const LANGUAGES = [["en", "English"], ["vi", "Tiếng Việt"], ["fr", "français"], ["ru", "русский"]];

/** Draw the drawer anew if it is open and nobody types in it; `say` tells what was refused, `choose` shows a group. */
export function drawControls(say, choose) {
  if ($("controls").hidden || document.activeElement?.matches("#controls input, #controls select")) return;
  const person = chosen();
  const group = desk.chats.get(desk.group);
  /** A button that makes one call, if it is wanted. */
  const deed = (label, path, body, wanted = true) =>
    wanted && button({ onclick: () => act(path, body).catch((error) => say(error.message)) }, label);
  redraw($("controls-body"), ...[
    clock(deed),
    person && personal(person, group, deed, say),
    group && botIn(group, deed),
    group && groupItself(group, deed),
    telegram(deed),
    allGroups(say, choose),
  ].filter(Boolean));
}

const section = (title, ...children) => el("section", {}, el("h3", { dir: "auto" }, title), ...children);
const row = (...children) => el("div", { class: "buttons" }, ...children);
const note = (text) => el("p", { class: "quiet" }, text);

function clock(deed) {
  const next = nextDeadline();
  return section(
    "Clock",
    note("The bot and all phones live by it. It only goes forward."),
    row([[10, "+10 s"], [60, "+1 min"], [3600, "+1 h"], [86400, "+1 day"]].map(([advance, label]) => deed(label, "clock", { advance }))),
    next ? row(deed(`⏭ To the next deadline (${relative(next - now())})`, "clock", { advance: next - now() + 1 })) : note("No deadline stands in a message."),
  );
}

/** The nearest moment ahead that stands in a message as a time. */
function nextDeadline() {
  const messages = [...desk.messages.values()].flatMap((standing) => [...standing.values()]);
  const entities = messages.flatMap((message) => message.entities ?? message.caption_entities ?? []);
  const ahead = entities.map((entity) => entity.unix_time).filter((unix) => unix > now());
  return ahead.length ? Math.min(...ahead) : null;
}

function personal(person, group, deed, say) {
  const at = `people/${person.id}`;
  const inGroup = Boolean(group && sees(person.id, group));
  const chat = group && { chat: group.id };
  const blocked = Boolean(desk.chats.get(person.id).blocked);
  const change = (field) => (event) => {
    event.target.blur();
    act(at, { [field]: event.target.value }).catch((error) => say(error.message));
  };
  const options = LANGUAGES.map(([value, name]) => el("option", { value, selected: value === person.language_code }, name));
  return section(
    fullName(person),
    el("div", { class: "fields" },
      el("label", { for: "rename" }, "First name"),
      el("input", { id: "rename", value: person.first_name, maxlength: 64, onchange: change("first_name") }),
      el("label", { for: "language" }, "Language of the app"),
      el("select", { id: "language", onchange: change("language_code") }, options)),
    row(
      deed("Block the bot", `${at}/block`, {}, !blocked),
      deed("Unblock the bot", `${at}/unblock`, {}, blocked),
      deed("Leave the group", `${at}/leave`, chat, inGroup),
      deed("Be removed", `${at}/kick`, chat, inGroup),
      deed("Join the group", `${at}/join`, chat, Boolean(group) && !inGroup),
    ),
  );
}

function botIn(group, deed) {
  const status = group.members.find((user) => user.id === desk.bot.id)?.status;
  const at = `groups/${group.id}`;
  const told = { administrator: "an administrator", member: "a plain member", restricted: "muted" }[status];
  return section(
    `${fullName(desk.bot)} in ${group.title}`,
    note(told ? `It is ${told} here.` : "It is not in this group."),
    row(
      deed("Take all its rights", `${at}/promote`, { person: "bot", rights: [] }, status === "administrator"),
      deed("Forbid pinning", `${at}/rights`, { take: ["can_pin_messages"] }, status === "administrator"),
      deed("Forbid deleting", `${at}/rights`, { take: ["can_delete_messages"] }, status === "administrator"),
      deed("Make it administrator", `${at}/promote`, { person: "bot" }, status === "member"),
      deed("Mute it", `${at}/mute`, {}, status === "member"),
      deed("Let it speak", `${at}/mute`, { on: false }, status === "restricted"),
      deed("Remove it", "people/bot/kick", { chat: group.id }, Boolean(status)),
      deed("Bring it in", "people/bot/join", { chat: group.id }, !status),
    ),
  );
}

function groupItself(group, deed) {
  const at = `groups/${group.id}`;
  return section(
    group.title,
    row(
      deed("Turn into a supergroup", `${at}/migrate`, {}, group.type === "group"),
      deed(group.is_forum ? "Topics off" : "Topics on", `${at}/forum`, { on: !group.is_forum }, group.type === "supergroup"),
      deed("New topic", `${at}/topics`, { name: `Topic ${messagesOf(group.id).size}` }, Boolean(group.is_forum)),
    ),
  );
}

function telegram(deed) {
  return section(
    "Telegram itself",
    row(
      deed("429 for 10 s", "fault", { kind: "429", seconds: 10 }),
      deed("Down for 10 s", "fault", { kind: "502", seconds: 10 }),
      deed("2 s a call", "fault", { kind: "delay", seconds: 2 }),
      deed("Lose an answer", "fault", { kind: "lost", count: 1 }),
      deed("No more faults", "fault/clear"),
      deed(desk.flood ? "Flood limits off" : "Flood limits on", "flood", { on: !desk.flood }),
    ),
  );
}

function allGroups(say, choose) {
  const title = el("input", { id: "new-title", placeholder: "Saturday night", maxlength: 128 });
  const kind = el("select", { "aria-label": "Kind of group" }, ["group", "supergroup"].map((type) => el("option", {}, type)));
  const onsubmit = (event) => {
    event.preventDefault();
    document.activeElement.blur();
    const body = { title: title.value.trim(), members: [...desk.people.keys()], type: kind.value };
    act("groups", body).then((made) => choose(made.id), (error) => say(error.message));
  };
  const show = ({ id, title: name }) => button({ "aria-pressed": String(id === desk.group), onclick: () => choose(id) }, name);
  return section(
    "Groups on this desk",
    row(groups().map(show)),
    el("form", { class: "add", onsubmit }, el("label", { class: "unseen", for: "new-title" }, "Title of a new group"), title, kind, el("button", {}, "New")),
  );
}

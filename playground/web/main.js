// The desk: whose phones are shown, and what goes on around them.

import { act } from "./api.js";
import { drawControls } from "./controls.js";
import { $, avatar, button, el, fullName, redraw } from "./dom.js";
import { logAct, logCall } from "./log.js";
import { Phone } from "./phone.js";
import { chosen, connect, desk, now, sees, unread } from "./state.js";
import { hourMinute, tick } from "./text.js";

const group = new Phone("group", lead);
const own = new Phone("private", lead);
const kept = new Map(); // person id -> Phone
const phones = () => [group, own, ...kept.values()];

/** Show everything as it is now. */
function draw() {
  group.show(chosen(), desk.chats.get(desk.group));
  own.show(chosen(), desk.chats.get(desk.person));
  for (const [id, phone] of kept) phone.show(desk.people.get(id), desk.chats.get(id));
  $("bot-name").textContent = fullName(desk.bot);
  drawPeople();
  drawHint();
  controls();
}

function drawPeople() {
  redraw($("people"), ...[...desk.people.values()].map((person) => el("li", {}, personButton(person))));
  for (const [pane, id] of [["group", desk.group], ["private", desk.person]]) {
    const count = desk.person && desk.chats.has(id) ? unread(desk.person, desk.chats.get(id)) : 0;
    const tab = document.querySelector(`.panes [data-pane="${pane}"]`);
    tab.dataset.unread = count || "";
    tab.setAttribute("aria-label", tab.textContent + (count ? `, ${count} unread` : ""));
  }
}

function personButton(person) {
  const place = desk.chats.get(desk.group);
  const secret = unread(person.id, desk.chats.get(person.id));
  const open = place && sees(person.id, place) ? unread(person.id, place) : 0;
  const told = [fullName(person), status(person, place), secret && `${secret} unread in private`, open && `${open} unread in the group`];
  const label = told.filter(Boolean).join(", ");
  const attributes = { class: "person", "aria-pressed": String(person.id === desk.person), "aria-label": label, onclick: () => choose(person.id) };
  return button(attributes,
    avatar(person.id, fullName(person)),
    el("span", { class: "names" }, el("b", { dir: "auto" }, fullName(person)), el("small", {}, status(person, place))),
    el("span", { class: "badges" },
      secret ? el("span", { class: "badge" }, secret) : null,
      open ? el("span", { class: "badge muted" }, open) : null));
}

function status(person, place) {
  const { blocked, started } = desk.chats.get(person.id);
  if (blocked) return "blocked the bot";
  if (place && !sees(person.id, place)) return "not in the group";
  const owns = place?.members.find((user) => user.id === person.id)?.status === "creator";
  return owns ? "owns the group" : started ? "in private, too" : "not started";
}

function drawHint() {
  const { text, skip } = desk.hint;
  const said = text || (desk.people.size
    ? "Choose a person: whatever you press on these phones, that person presses."
    : "Nobody is here yet. Add a person, then a group under Controls.");
  if ($("hint").textContent !== said) $("hint").textContent = said;
  $("skip").hidden = !skip;
  $("skip").dataset.advance = skip || "";
  $("skip").textContent = `⏩ Skip ${skip} s`;
}

/** Show another person's phones, or another group. */
function choose(person, group = desk.group) {
  Object.assign(desk, { person, group });
  draw();
}

const controls = () => drawControls(say, (groupId) => choose(desk.person, groupId));

/** On a narrow screen only one of the two phones is shown. */
function showPane(pane) {
  document.body.dataset.pane = pane;
  for (const tab of document.querySelectorAll(".panes button")) tab.setAttribute("aria-pressed", String(tab.dataset.pane === pane));
  phones().forEach((phone) => phone.seen());
  drawPeople();
}

/** Where a link or a button leads. */
function lead(target, phone) {
  if (desk.people.has(target.person)) choose(target.person);
  if (target.command) phone.attempt(`people/${phone.person}/send`, { chat: phone.chat.id, text: target.command });
  if (target.keep) keep(target.keep);
  if (target.bot) follow(target.bot, phone);
  if (target.inline !== undefined) {
    showPane("group");
    group.composer.ask(target.inline);
  }
}

/** A link to the bot itself: bring it into the group, or open the private chat and press Start. */
function follow({ start, startgroup }, phone) {
  if (startgroup !== undefined) return phone.attempt("people/bot/join", { chat: desk.group, by: phone.person, payload: startgroup });
  if (phone.person !== desk.person) choose(phone.person);
  showPane("private");
  if (start !== undefined) return own.attempt(`people/${phone.person}/start`, { payload: start });
  return own.foot.querySelector("textarea, button")?.focus();
}

function keep(personId) {
  const phone = kept.get(personId) ?? new Phone("private", lead, true);
  if (kept.delete(personId)) return phone.root.remove();
  kept.set(personId, phone);
  $("desk").append(phone.root);
  phone.show(desk.people.get(personId), desk.chats.get(personId));
  return phone.root.scrollIntoView({ inline: "end", block: "nearest" });
}

const say = (text) => (group.root.offsetParent ? group : own).toast(text);
const attempt = (path, body) => act(path, body).catch((error) => say(error.message));

function tellTime() {
  $("now").textContent = new Date(now() * 1000).toLocaleTimeString();
  for (const phone of phones()) phone.time.textContent = hourMinute(now());
  for (const node of document.querySelectorAll(".told-time")) tick(node);
}

function openDrawer(name) {
  for (const one of ["controls", "log"]) {
    const open = one === name && $(one).hidden;
    const opener = document.querySelector(`[data-drawer="${one}"]`);
    if ($(one).contains(document.activeElement)) opener.focus();
    $(one).hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
    if (open) $(one).querySelector(".close").focus();
  }
  document.body.classList.toggle("drawn", !$("controls").hidden || !$("log").hidden);
  controls();
}

function setTheme(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  $("theme").setAttribute("aria-pressed", String(dark));
}

const heard = {
  all: (calls) => [calls.forEach(logCall), draw()],
  message: (event) => {
    for (const phone of phones()) if (phone.chat?.id === event.chat_id) phone.message(event);
    drawPeople();
    controls();
  },
  pins: () => phones().forEach((phone) => phone.settle()),
  hint: drawHint,
  clock: () => [tellTime(), controls()],
  act: logAct,
  call: logCall,
  line: (there) => $("lost").toggleAttribute("hidden", there),
};

$("desk").append(group.root, own.root);
document.addEventListener("click", ({ target }) => {
  const pressed = target.closest("button");
  const { advance, drawer, pane } = pressed?.dataset ?? {};
  if (advance) attempt("clock", { advance: Number(advance) });
  if (drawer || pressed?.classList.contains("close")) openDrawer(drawer);
  if (pane) showPane(pane);
});
document.addEventListener("keydown", (event) => {
  const at = event.altKey && /^Digit[1-9]$/.test(event.code) ? Number(event.code.slice(5)) - 1 : -1;
  const person = [...desk.people.keys()][at];
  if (person) choose(person);
  if (event.key === "Escape" && document.body.classList.contains("drawn")) openDrawer();
});
document.addEventListener("visibilitychange", () => {
  phones().forEach((phone) => phone.seen());
  drawPeople();
});
$("add-person").addEventListener("submit", async (event) => {
  event.preventDefault();
  const person = await attempt("people", { first_name: $("new-name").value.trim(), language_code: "en" });
  if (!person) return;
  event.target.reset();
  desk.person = person.id;
  if (desk.group) attempt(`people/${person.id}/join`, { chat: desk.group });
});
$("theme").addEventListener("click", () => {
  setTheme(document.documentElement.dataset.theme !== "dark");
  localStorage.setItem("theme", document.documentElement.dataset.theme);
});

const wished = localStorage.getItem("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
setTheme(wished === "dark");
setInterval(tellTime, 1000);
connect((what, detail) => heard[what](detail));

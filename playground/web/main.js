// The desk: whose phones are shown, and what goes on around them.

import { act } from "./api.js";
import { drawControls } from "./controls.js";
import { $, avatar, button, el, fullName, redraw } from "./dom.js";
import { logAct, logCall } from "./log.js";
import { Phone } from "./phone.js";
import { chosen, connect, desk, groups, now, sees, unread } from "./state.js";
import { hourMinute, tick } from "./text.js";

const group = new Phone("group", lead);
const own = new Phone("private", lead);
const kept = new Map(); // person id -> Phone

const phones = () => [group, own, ...kept.values()];

/** Show everything as it is now. */
function draw() {
  const person = chosen();
  group.show(person, desk.chats.get(desk.group));
  own.show(person, desk.chats.get(desk.person));
  for (const [id, phone] of kept) phone.show(desk.people.get(id), desk.chats.get(id));
  document.title = `${fullName(desk.bot)} – playground`;
  $("bot-name").textContent = fullName(desk.bot);
  drawPeople();
  drawHint();
  drawControls(say);
}

function drawPeople() {
  redraw($("people"), ...[...desk.people.values()].map((person) => el("li", {}, personButton(person))));
  for (const [pane, id] of [["group", desk.group], ["private", desk.person]]) {
    const count = id && desk.person ? unread(desk.person, id) : 0;
    const tab = document.querySelector(`.panes [data-pane="${pane}"]`);
    tab.dataset.unread = count || "";
    tab.setAttribute("aria-label", tab.textContent + (count ? `, ${count} unread` : ""));
  }
}

function personButton(person) {
  const place = desk.chats.get(desk.group);
  const secret = unread(person.id, person.id);
  const open = place && sees(person.id, place) ? unread(person.id, place.id) : 0;
  const told = [fullName(person), status(person, place), secret && `${secret} unread in private`, open && `${open} unread in the group`];
  return button(
    { class: "person", "aria-pressed": String(person.id === desk.person), "aria-label": told.filter(Boolean).join(", "), onclick: () => choose(person.id) },
    avatar(person.id, fullName(person)),
    el("span", { class: "names" }, el("b", { dir: "auto" }, fullName(person)), el("small", {}, status(person, place))),
    el("span", { class: "badges" }, secret ? el("span", { class: "badge" }, secret) : "", open ? el("span", { class: "badge muted" }, open) : ""),
  );
}

function status(person, place) {
  const mine = desk.chats.get(person.id);
  if (mine?.blocked) return "has blocked the bot";
  if (place && !sees(person.id, place)) return "not in the group";
  const role = place?.members.find((user) => user.id === person.id)?.status;
  return [role === "creator" ? "owns the group" : "", mine?.started ? "" : "has not met the bot"].filter(Boolean)[0] ?? "in private chat too";
}

function drawHint() {
  const { text, skip } = desk.hint ?? {};
  const general = desk.people.size
    ? "Choose on the left whose phones you hold. Whatever you press there, that person presses."
    : "Nobody is here yet. Add a person on the left, then a group under Controls.";
  const said = text || general;
  if ($("hint").textContent !== said) $("hint").textContent = said;
  $("skip").hidden = !skip;
  $("skip").dataset.advance = skip || "";
  $("skip").textContent = skip ? `⏩ Skip ${skip < 120 ? `${skip} s` : `${Math.round(skip / 60)} min`}` : "";
}

function choose(personId) {
  desk.person = personId;
  draw();
}

function showPane(pane) {
  document.body.dataset.pane = pane;
  for (const tab of document.querySelectorAll(".panes button")) tab.setAttribute("aria-pressed", String(tab.dataset.pane === pane));
  for (const phone of [group, own]) {
    phone.list.scrollTop = phone.list.scrollHeight;
    phone.seen();
  }
  drawPeople();
}

/** Where a link or a button leads. */
async function lead(target, phone) {
  if ("person" in target && desk.people.has(target.person)) choose(target.person);
  if ("command" in target) await phone.attempt(`people/${phone.person}/send`, { chat: phone.chat.id, text: target.command });
  if ("keep" in target) keep(target.keep);
  if ("inline" in target) {
    showPane("group");
    group.compose(target.inline);
  }
  if ("start" in target) await follow(target.start, phone);
}

/** A link to the bot itself: open the private chat, and press Start when the link says with what. */
async function follow(asked, phone) {
  if ("startgroup" in asked) {
    const body = { chat: desk.group, by: phone.person, payload: asked.startgroup };
    return phone.attempt("people/bot/join", body);
  }
  if (phone.person !== desk.person) choose(phone.person);
  showPane("private");
  if ("start" in asked) await own.attempt(`people/${phone.person}/start`, { payload: asked.start });
  else own.foot.querySelector("button, textarea")?.focus();
}

function keep(personId) {
  const phone = kept.get(personId);
  if (phone) {
    phone.root.remove();
    kept.delete(personId);
    return;
  }
  const made = new Phone("private", lead);
  made.root.classList.add("kept");
  kept.set(personId, made);
  $("desk").append(made.root);
  made.show(desk.people.get(personId), desk.chats.get(personId));
  made.root.scrollIntoView({ inline: "end", block: "nearest" });
}

function say(text) {
  (document.body.dataset.pane === "private" ? own : group).toast(text);
}

async function attempt(path, body) {
  try {
    return await act(path, body);
  } catch (error) {
    say(error.message);
    return null;
  }
}

function tellTime() {
  const time = hourMinute(now());
  $("now").textContent = new Date(now() * 1000).toLocaleTimeString();
  for (const phone of phones()) phone.time.textContent = time;
  for (const node of document.querySelectorAll(".told-time")) tick(node);
}

function openDrawer(name) {
  for (const one of ["controls", "log"]) {
    const open = one === name && $(one).hidden;
    $(one).hidden = !open;
    document.querySelector(`[data-drawer="${one}"]`).setAttribute("aria-expanded", String(open));
    if (open) $(one).querySelector(".close").focus();
  }
  document.body.classList.toggle("drawn", !$("controls").hidden || !$("log").hidden);
  drawControls(say);
}

function setTheme(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  $("theme").setAttribute("aria-pressed", String(dark));
}

function heard(what, detail) {
  if (what === "all") {
    detail.calls.forEach(logCall);
    draw();
  } else if (what === "message") {
    for (const phone of phones()) if (phone.chat?.id === detail.chat_id) phone.message(detail);
    drawPeople();
    drawControls(say);
  } else if (what === "pins") phones().forEach((phone) => phone.pins());
  else if (what === "hint") drawHint();
  else if (what === "clock") {
    tellTime();
    drawControls(say);
  } else if (what === "act") logAct(detail);
  else if (what === "call") logCall(detail);
  else if (what === "line") $("lost").hidden = detail;
}

$("desk").append(group.root, own.root);
document.addEventListener("click", ({ target }) => {
  const { advance, drawer, pane } = target.closest("button")?.dataset ?? {};
  if (advance) attempt("clock", { advance: Number(advance) });
  if (drawer) openDrawer(drawer);
  if (pane) showPane(pane);
  if (target.closest(".drawer .close")) openDrawer(null);
});
document.addEventListener("keydown", (event) => {
  const at = event.altKey && /^Digit[1-9]$/.test(event.code) ? Number(event.code.slice(5)) - 1 : -1;
  const person = [...desk.people.keys()][at];
  if (person) choose(person);
  if (event.key === "Escape" && document.body.classList.contains("drawn")) openDrawer(null);
});
document.addEventListener("group", ({ detail }) => {
  desk.group = detail;
  draw();
});
document.addEventListener("visibilitychange", () => {
  phones().forEach((phone) => phone.seen());
  drawPeople();
});
$("add-person").addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = $("new-name").value.trim();
  const person = name && (await attempt("people", { first_name: name, language_code: "en" }));
  if (!person) return;
  $("new-name").value = "";
  desk.person = person.id;
  if (groups().length) await attempt(`people/${person.id}/join`, { chat: desk.group });
});
$("theme").addEventListener("click", () => {
  const dark = document.documentElement.dataset.theme !== "dark";
  setTheme(dark);
  localStorage.setItem("theme", dark ? "dark" : "light");
});

const wished = localStorage.getItem("theme");
setTheme(wished ? wished === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);
setInterval(tellTime, 1000);
connect(heard);

// What each act of a person cost: the calls of the Bot API that followed it.

import { $, el, fullName } from "./dom.js";
import { desk } from "./state.js";
import { snippet } from "./text.js";

const KEPT = 60;
let current = null; // {at, list, sum, calls}

/** A person did something, or was answered. */
export function logAct(event) {
  const who = fullName(event.person ?? event.message?.from);
  if (event.kind === "tapped") begin(event.at, `${who} taps [${event.label ?? event.data}]`);
  else if (event.kind === "inline_asked") begin(event.at, `${who} asks @${desk.bot.username} ${event.query}`);
  else if (event.kind === "sent") begin(event.at, `${who} writes “${snippet(event.message)}”`);
  else if (current && current.answered === null) current.answered = Math.max(0, event.at - current.at) * 1000;
  total();
}

function begin(at, title) {
  const list = el("ol", {});
  const sum = el("span", { class: "quiet" });
  current = { at, list, sum, calls: 0, answered: null };
  $("log-body").prepend(el("section", {}, el("h3", { dir: "auto" }, title), sum, list));
  while ($("log-body").childElementCount > KEPT) $("log-body").lastElementChild.remove();
}

function total() {
  if (!current) return;
  const calls = current.calls === 1 ? "1 call" : `${current.calls} calls`;
  const answer = current.answered === null ? "" : `, answered after ${Math.round(current.answered)} ms`;
  current.sum.textContent = calls + answer;
}

/** The bot called the Bot API. */
export function logCall(call) {
  if (!current) begin(call.at, "Before anybody did anything");
  current.calls += 1;
  total();
  const chat = desk.chats.get(call.chat_id);
  const where = !chat ? "" : chat.type === "private" ? `→ ${chat.first_name}` : `→ ${chat.title}`;
  current.list.append(
    el(
      "li",
      { class: call.ok ? "" : "failed" },
      el("span", { class: "after" }, after(call.at - current.at)),
      el("span", {}, el("b", {}, call.method), ` ${where}`, call.ok ? "" : el("em", {}, ` ${call.description}`)),
      el("span", { class: "took" }, `${call.ms.toFixed(1)} ms`),
    ),
  );
}

const after = (seconds) => (seconds < 1 ? `+${Math.max(0, Math.round(seconds * 1000))} ms` : `+${seconds.toFixed(1)} s`);

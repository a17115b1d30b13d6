// One phone: a group as a person sees it, or his private chat with the bot.

import { act } from "./api.js";
import { Composer } from "./composer.js";
import { $, avatar, button, el, fullName } from "./dom.js";
import { messageNode, regroup } from "./message.js";
import { desk, isContent, markRead, messagesOf, sees } from "./state.js";
import { snippet } from "./text.js";

const NEAR = 60; // pixels from the end within which a chat follows what is new

export class Phone {
  /** `kind` is "group" or "private"; `lead` is called with what a link or button leads to elsewhere. */
  constructor(kind, lead) {
    this.kind = kind;
    this.person = null;
    this.chat = null;
    this.open = (target) => lead(target, this);
    this.owner = el("span", { class: "owner" });
    this.time = el("span", { class: "time" });
    this.head = el("header", { class: "head" });
    this.pin = button({ class: "pin", hidden: true });
    this.list = el("div", { class: "list", role: "log", "aria-live": "off", tabindex: "0" });
    this.toasts = el("div", { class: "toasts", role: "status" });
    this.foot = el("footer", { class: "foot" });
    this.composer = new Composer(this);
    this.screen = el("div", { class: "screen" }, this.head, this.pin, this.list, this.toasts, this.foot);
    this.bar = el("div", { class: "bar", "aria-hidden": "true" }, this.time, this.owner, el("span", {}, "▮▮▮ 🔋"));
    this.root = el("section", { class: `phone ${kind}` }, this.bar, this.screen);
    this.list.addEventListener("keydown", (event) => this.#keys(event));
    this.pin.addEventListener("click", () => this.jump(Number(this.pin.dataset.id)));
  }

  /** Show a chat as a person sees it, from its end. */
  show(person, chat) {
    const another = this.person !== person?.id || this.chat?.id !== chat?.id;
    this.person = person?.id ?? null;
    this.chat = chat ?? null;
    if (another) this.composer.clear();
    this.owner.textContent = person ? `${fullName(person)}’s phone` : "";
    const title = chat ? this.title() : "no chat";
    this.root.setAttribute("aria-label", person ? `${fullName(person)}’s phone: ${title}` : title);
    this.list.setAttribute("aria-label", `Messages in ${title}`);
    this.#head();
    const visible = chat && person && sees(person.id, chat);
    const standing = visible ? [...messagesOf(chat.id).values()] : [];
    this.list.replaceChildren(...standing.map((message) => messageNode(message, this)));
    regroup(this.list);
    this.pins();
    this.#foot();
    this.list.scrollTop = this.list.scrollHeight;
    this.seen();
  }

  title() {
    return this.chat.type === "private" ? fullName(desk.bot) : this.chat.title;
  }

  #head() {
    if (!this.chat) return this.head.replaceChildren();
    const isPrivate = this.chat.type === "private";
    const kept = this.root.classList.contains("kept");
    const sub = isPrivate ? "bot" : `${this.chat.members.length} members`;
    const keep = () => this.open({ keep: this.person });
    const label = kept ? "Put this phone away" : "Keep this phone on the desk";
    this.head.replaceChildren(
      avatar(isPrivate ? desk.bot.id : this.chat.id, this.title()),
      el("div", { class: "titles" }, el("h2", { dir: "auto" }, this.title()), el("p", {}, sub)),
      isPrivate ? button({ class: "keep", title: label, "aria-label": label, onclick: keep }, kept ? "✕" : "📌") : "",
    );
  }

  /** The bar with the newest pinned message. */
  pins() {
    const pinned = this.chat && this.list.childElementCount ? messagesOf(this.chat.id).get(this.chat.pinned.at(-1)) : null;
    this.pin.hidden = !pinned;
    if (!pinned) return;
    this.pin.dataset.id = pinned.message_id;
    this.pin.replaceChildren(el("b", {}, "Pinned message"), el("span", {}, snippet(pinned)));
  }

  #foot() {
    const { person, chat } = this;
    const big = (label, path, body, extra = "") =>
      this.foot.replaceChildren(button({ class: `big ${extra}`, onclick: () => this.attempt(path, body) }, label));
    if (!chat) this.foot.replaceChildren();
    else if (chat.type !== "private" && !sees(person, chat)) big("Join the group", `people/${person}/join`, { chat: chat.id });
    else if (chat.blocked) big("Unblock the bot", `people/${person}/unblock`);
    else if (chat.type === "private" && !chat.started) big("Start", `people/${person}/start`, {}, "start");
    else if (!this.foot.contains(this.composer.root)) this.foot.replaceChildren(this.composer.root);
  }

  /** A message came, changed or went. */
  message({ kind, message, before }) {
    const follows = this.#atEnd() || (kind === "sent" && message.from?.id === this.person);
    const old = this.list.querySelector(`[data-id="${message.message_id}"]`);
    const held = old?.contains(document.activeElement) ? document.activeElement : null;
    if (kind === "deleted") old?.remove();
    else if (old) old.replaceWith(messageNode(message, this));
    else if (kind === "sent") this.list.append(messageNode(message, this));
    regroup(this.list);
    if (held) this.#holdOn(held, message);
    if (follows) this.list.scrollTop = this.list.scrollHeight;
    this.pins();
    this.#foot();
    if (kind !== "deleted" && message.from?.id !== this.person) announce(message, before);
    this.seen();
  }

  /** After an edit the focus stays on the same button, else on the first one of the message. */
  #holdOn(held, message) {
    const node = this.list.querySelector(`[data-id="${message.message_id}"]`);
    const keys = [...(node?.querySelectorAll(".key") ?? [])];
    const same = keys.find((one) => one.dataset.data === held.dataset.data);
    (same ?? keys[0] ?? node ?? this.list).focus({ preventScroll: true });
  }

  #atEnd() {
    return this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < NEAR;
  }

  /** What is shown has been read, if the phone can be seen at all. */
  seen() {
    if (this.chat && this.person && this.root.offsetParent && !document.hidden) markRead(this.person, this.chat.id);
  }

  /** Scroll to a message and let it glow. */
  jump(id) {
    const node = this.list.querySelector(`[data-id="${id}"]`);
    if (!node) return this.toast("This message is gone.");
    node.scrollIntoView({ block: "center" });
    node.focus({ preventScroll: true });
    node.classList.remove("glow");
    requestAnimationFrame(() => node.classList.add("glow"));
  }

  /** Up and down walk through the messages; R replies and Delete deletes the one in focus. */
  #keys(event) {
    const node = document.activeElement.closest(".message");
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const all = [...this.list.querySelectorAll(".message")];
      const at = node ? all.indexOf(node) + (event.key === "ArrowUp" ? -1 : 1) : all.length - 1;
      all[Math.max(0, Math.min(at, all.length - 1))]?.focus();
      event.preventDefault();
    }
    if (!node || document.activeElement !== node) return;
    const message = messagesOf(this.chat.id).get(Number(node.dataset.id));
    if (!message || !isContent(message)) return;
    if (event.key === "r" || event.key === "R") {
      this.replyTo(message);
      event.preventDefault();
    }
    if (event.key === "Delete") this.remove(message);
  }

  replyTo(message) {
    this.composer.replyTo(message);
  }

  remove(message) {
    return this.attempt(`people/${this.person}/delete`, { chat: this.chat.id, message: message.message_id });
  }

  /** Put an inline query into the composer. */
  compose(text) {
    this.composer.put(`@${desk.bot.username} ${text}`);
  }

  /** Do something and say when it is refused. */
  async attempt(path, body = {}) {
    try {
      return await act(path, body);
    } catch (error) {
      this.toast(error.message);
      return null;
    }
  }

  /** A line that goes away by itself. */
  toast(text) {
    const line = el("p", { class: "toast" }, text);
    this.toasts.replaceChildren(line);
    setTimeout(() => line.remove(), 2500 + text.length * 50);
  }

  /** A box that only this person sees, until he has read it. */
  alert(text, person) {
    const who = fullName(desk.people.get(person));
    $("alert-from").textContent = fullName(desk.bot);
    $("alert-text").textContent = text;
    $("alert-who").textContent = `Only ${who} sees this.`;
    $("alert").showModal();
  }
}

/** Read out a new message, or the lines of an edited one that were not there before. */
function announce(message, before) {
  const said = (one) => (one?.text ?? one?.caption ?? (one && isContent(one) ? "Photo" : "")).split("\n");
  const old = new Set(before ? said(before) : []);
  const fresh = said(message).filter((line) => line && !old.has(line));
  if (fresh.length) $("told").textContent = `${fullName(message.from)}: ${fresh.slice(0, 8).join(". ")}`;
}

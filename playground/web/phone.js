// One phone: a group as a person sees it, or his private chat with the bot.

import { act } from "./api.js";
import { Composer } from "./composer.js";
import { $, avatar, button, el, fullName, senderName } from "./dom.js";
import { messageNode, regroup } from "./message.js";
import { desk, isContent, isFor, keyOf, markRead, messagesOf, sees, shown, topicName } from "./state.js";
import { snippet } from "./text.js";

const NEAR = 60; // pixels from the end within which a chat follows what is new

export class Phone {
  /** `kind` is "group" or "private"; `lead` is called with what a link or button leads to elsewhere. */
  constructor(kind, lead, kept = false) {
    Object.assign(this, { kind, kept, person: null, chat: null, topic: null, follows: true });
    this.open = (target) => lead(target, this);
    this.owner = el("span", {});
    this.time = el("span", {});
    this.head = el("header", { class: "head" });
    this.pin = button({ class: "pin", hidden: true, onclick: () => this.jump(this.chat.pinned.at(-1)) });
    this.list = el("div", { class: "list", role: "log", "aria-live": "off", tabindex: "0", onkeydown: (event) => this.#keys(event) });
    this.toasts = el("div", { class: "toasts", role: "status" });
    this.foot = el("footer", { class: "foot" });
    this.composer = new Composer(this);
    this.root = el("section", { class: `phone ${kind} ${kept ? "kept" : ""}` },
      el("div", { class: "bar", "aria-hidden": "true" }, this.time, this.owner, el("span", {}, "▮▮▮ 🔋")),
      el("div", { class: "screen" }, this.head, this.pin, this.list, this.toasts, this.foot));
    const left = () => this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight;
    this.list.addEventListener("scroll", () => Object.assign(this, { follows: left() < NEAR }));
    const sizes = new ResizeObserver(() => this.follows && this.toEnd());
    sizes.observe(this.list);
    // Messages grow after they were laid out, too, as when a font comes late.
    new MutationObserver((changes) => changes.forEach((change) => {
      change.addedNodes.forEach((node) => sizes.observe(node));
      change.removedNodes.forEach((node) => sizes.unobserve(node));
    })).observe(this.list, { childList: true });
  }

  /** Show a chat as a person sees it, from its end. */
  show(person, chat) {
    if (this.person !== person?.id || this.chat?.id !== chat?.id) {
      this.composer.clear();
      this.topic = null;
    }
    this.person = person?.id ?? null;
    this.chat = chat ?? null;
    this.owner.textContent = person ? `${fullName(person)}’s phone` : "";
    this.root.setAttribute("aria-label", `${this.owner.textContent}: ${this.title()}`);
    this.list.setAttribute("aria-label", `Messages in ${this.title()}`);
    this.#head();
    const standing = chat && person && sees(person.id, chat) ? shown(person.id, chat) : [];
    this.list.replaceChildren(...standing.filter((one) => this.#inTopic(one)).map((one) => messageNode(one, this)));
    this.settle();
    this.follows = true;
    this.toEnd();
  }

  /** Bring all but the messages up to date. */
  settle() {
    regroup(this.list);
    const pinned = this.chat && this.list.childElementCount ? messagesOf(this.chat.id).get(this.chat.pinned.at(-1)) : null;
    this.pin.hidden = !pinned;
    if (pinned) this.pin.replaceChildren(el("b", {}, "Pinned message"), el("span", {}, snippet(pinned)));
    this.#foot();
    this.seen();
  }

  toEnd = () => this.list.scrollTo(0, this.list.scrollHeight);
  title = () => (this.kind === "private" ? fullName(desk.bot) : (this.chat?.title ?? "no group"));
  #inTopic = (message) => !this.topic || (message.message_thread_id ?? 1) === this.topic;

  #head() {
    if (!this.chat) return this.head.replaceChildren();
    const isPrivate = this.kind === "private";
    const [sign, label] = this.kept ? ["✕", "Put this phone away"] : ["📌", "Keep this phone on the desk"];
    const keep = { class: "keep", title: label, "aria-label": label, onclick: () => this.open({ keep: this.person }) };
    return this.head.replaceChildren(
      avatar(isPrivate ? desk.bot.id : this.chat.id, this.title()),
      el("div", { class: "titles" },
        el("h2", { dir: "auto" }, this.title()),
        el("p", {}, isPrivate ? "bot" : `${this.chat.members.length} members`)),
      isPrivate ? button(keep, sign) : this.chat.is_forum ? this.#topics() : "");
  }

  #topics() {
    const numbers = new Set([1, ...[...messagesOf(this.chat.id).values()].map((one) => one.message_thread_id ?? 1)]);
    const option = (value, name) => el("option", { value, selected: value === (this.topic ?? 0) }, name);
    const choose = (event) => {
      this.topic = Number(event.target.value) || null;
      this.show(desk.people.get(this.person), this.chat);
    };
    const names = [...numbers].map((number) => option(number, topicName(this.chat.id, number)));
    return el("select", { "aria-label": "Topic", onchange: choose }, option(0, "All topics"), names);
  }

  #foot() {
    const { person, chat } = this;
    const at = `people/${person}`;
    const big = (label, path, body) =>
      this.foot.replaceChildren(button({ class: "big", onclick: () => this.attempt(path, body) }, label));
    if (!chat || !person) this.foot.replaceChildren();
    else if (!sees(person, chat)) big("Join the group", `${at}/join`, { chat: chat.id });
    else if (chat.blocked) big("Unblock the bot", `${at}/unblock`);
    else if (chat.type === "private" && !chat.started) big("Start", `${at}/start`);
    else if (!this.foot.contains(this.composer.root)) this.foot.replaceChildren(this.composer.root);
  }

  /** A message came, changed or went. */
  message({ kind, message, before }) {
    if (!isFor(this.person, message) || !this.#inTopic(message)) return;
    const follows = this.follows || (kind === "sent" && message.from?.id === this.person);
    const old = this.#node(keyOf(message));
    const held = old?.contains(document.activeElement) ? document.activeElement : null;
    if (kind === "deleted") old?.remove();
    else if (old) old.replaceWith(messageNode(message, this));
    else if (sees(this.person, this.chat)) this.list.append(messageNode(message, this));
    if (held) this.#holdOn(held, keyOf(message));
    if (message.forum_topic_created) this.#head();
    this.settle();
    if (follows) this.toEnd();
    if (kind !== "deleted" && message.from?.id !== this.person) announce(message, before);
  }

  #node = (key) => this.list.querySelector(`[data-key="${key}"]`);

  /** After an edit the focus stays on the same button, else on the first one of the message. */
  #holdOn(held, key) {
    const node = this.#node(key);
    const keys = [...(node?.querySelectorAll(".key") ?? [])];
    const same = keys.find((one) => one.dataset.data === held.dataset.data);
    (same ?? keys[0] ?? node ?? this.list).focus({ preventScroll: true });
  }

  /** What is shown has been read, if the phone can be seen at all. */
  seen() {
    if (this.chat && this.person && this.root.offsetParent && !document.hidden) markRead(this.person, this.chat.id);
  }

  /** Scroll to a message and let it glow. */
  jump(key) {
    const node = this.#node(key);
    if (!node) return this.toast("This message is not here.");
    node.scrollIntoView({ block: "center" });
    node.focus({ preventScroll: true });
    node.classList.remove("glow");
    return requestAnimationFrame(() => node.classList.add("glow"));
  }

  /** Up and down walk through the messages; R replies to the one in focus and Delete deletes it. */
  #keys(event) {
    const node = document.activeElement.closest(".message");
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const all = [...this.list.querySelectorAll(".message")];
      const at = node ? all.indexOf(node) + (event.key === "ArrowUp" ? -1 : 1) : all.length - 1;
      all[Math.max(0, Math.min(at, all.length - 1))]?.focus();
      event.preventDefault();
    } else if (node && document.activeElement === node && /^(r|delete)$/i.test(event.key)) {
      const message = messagesOf(this.chat.id).get(Number(node.dataset.key));
      event.preventDefault();
      if (event.key === "Delete") this.remove(message);
      else this.composer.replyTo(message);
    }
  }

  remove = (message) => this.attempt(`people/${this.person}/delete`, { chat: this.chat.id, message: keyOf(message) });

  /** Do something and say when it is refused. */
  attempt = (path, body = {}) => act(path, body).catch((error) => this.toast(error.message));

  /** A line that goes away by itself. */
  toast(text) {
    const line = el("p", { class: "toast" }, text);
    this.toasts.replaceChildren(line);
    setTimeout(() => line.remove(), 2500 + text.length * 50);
  }

  /** A picture as large as the screen allows, until it is pressed. */
  enlarge({ src, alt }) {
    Object.assign($("look-at"), { src, alt });
    $("look").showModal();
  }

  /** A box that only this person sees, until he has read it. */
  alert(text, person) {
    $("alert-from").textContent = fullName(desk.bot);
    $("alert-text").textContent = text;
    $("alert-who").textContent = `Only ${fullName(desk.people.get(person))} sees this.`;
    $("alert").showModal();
  }
}

/** Read out a new message, or the lines of an edited one that were not there before. */
function announce(message, before) {
  const lines = (one) => (one && isContent(one) ? (one.text ?? one.caption ?? "Photo").split("\n") : []);
  const old = new Set(lines(before));
  const fresh = lines(message).filter((line) => line && !old.has(line));
  if (fresh.length) $("told").textContent = `${senderName(message)}: ${fresh.slice(0, 8).join(". ")}`;
}

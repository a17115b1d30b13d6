// Where a person writes: commands after a slash, inline results after @bot, anything else as it is.

import { act, look } from "./api.js";
import { button, el, senderName } from "./dom.js";
import { desk, keyOf } from "./state.js";
import { snippet } from "./text.js";

const PAUSE = 250; // milliseconds without a keystroke before the bot is asked
let numbered = 0;

export class Composer {
  constructor(phone) {
    this.phone = phone;
    this.reply = null;
    this.offered = []; // {title, text, choose}
    this.active = -1;
    this.asked = 0; // the newest question; answers to older ones come too late
    const id = `offers-${(numbered += 1)}`;
    this.input = el("textarea", {
      rows: 1, maxlength: 4096, placeholder: "Message", dir: "auto", "aria-label": "Message", role: "combobox",
      "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": id,
      oninput: () => this.#typed(), onkeydown: (event) => this.#key(event), onblur: () => this.#offer([]),
    });
    this.offers = el("ul", { class: "offers", id, role: "listbox", "aria-label": "Suggestions", hidden: true });
    this.quote = el("div", { class: "replying", hidden: true });
    this.root = el("form", { class: "composer", onsubmit: (event) => this.#submit(event) },
      this.offers,
      this.quote,
      el("div", { class: "line" },
        button({ class: "menu", "aria-label": "Commands", title: "Commands", onclick: () => this.put("/") }, "☰"),
        this.input,
        el("button", { type: "submit", class: "send", "aria-label": "Send" }, "➤")));
  }

  clear() {
    this.input.value = "";
    this.replyTo(null);
    this.#offer([]);
  }

  /** Put a text into the field as if it were typed. */
  put(text) {
    this.input.value = text;
    this.input.focus();
    this.#typed();
  }

  /** Begin an inline query. */
  ask = (query) => this.put(`@${desk.bot.username} ${query}`);

  /** Make the next message a reply, with null no longer. */
  replyTo(message) {
    this.reply = message;
    this.quote.hidden = !message;
    if (!message) return;
    const line = el("span", {}, el("b", {}, senderName(message)), ` ${snippet(message)}`);
    this.quote.replaceChildren(line, button({ "aria-label": "Do not reply", onclick: () => this.replyTo(null) }, "✕"));
    this.input.focus();
  }

  async #submit(event, text = this.input.value.trim()) {
    event?.preventDefault();
    if (!text) return;
    const { chat, person, topic } = this.phone;
    const body = { chat: chat.id, text, reply_to: this.reply && keyOf(this.reply), thread: topic > 1 ? topic : null };
    if (await this.phone.attempt(`people/${person}/send`, body)) this.clear();
  }

  #key(event) {
    const open = this.offered.length;
    if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      this.#mark((this.active + (event.key === "ArrowDown" ? 1 : open - 1)) % open);
      event.preventDefault();
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      if (this.active >= 0) this.offered[this.active].choose();
      else this.#submit();
    } else if (event.key === "Escape") {
      this.#offer([]);
      this.replyTo(null);
    }
  }

  async #typed() {
    const text = this.input.value;
    const asked = (this.asked += 1);
    const start = `@${desk.bot.username} `.toLowerCase();
    let found = [];
    try {
      if (/^\/\w*$/.test(text)) found = await this.#commands(text.slice(1).toLowerCase());
      else if (text.toLowerCase().startsWith(start)) {
        await new Promise((done) => setTimeout(done, PAUSE));
        if (asked === this.asked) found = await this.#results(text.slice(start.length));
      }
    } catch (error) {
      this.phone.toast(error.message);
    }
    if (asked === this.asked) this.#offer(found);
  }

  async #commands(begun) {
    const { chat, person } = this.phone;
    const known = await look(`commands?person=${person}&chat=${chat.id}`);
    const fitting = known.filter(({ command }) => command.startsWith(begun));
    return fitting.map(({ command, description }) => ({ title: `/${command}`, text: description, choose: () => this.#submit(null, `/${command}`) }));
  }

  async #results(query) {
    const { chat, person } = this.phone;
    const { query_id, results, timed_out } = await act(`people/${person}/inline`, { chat: chat.id, query });
    if (timed_out) this.phone.toast("The bot has not answered this inline query.");
    const choose = async ({ id }) => {
      const body = { query_id, result_id: String(id), chat: chat.id };
      if (await this.phone.attempt(`people/${person}/choose`, body)) this.clear();
    };
    return results.map((one) => ({ title: one.title ?? one.type, text: one.description ?? "", choose: () => choose(one) }));
  }

  #offer(offered) {
    this.offered = offered;
    this.offers.hidden = !offered.length;
    this.input.setAttribute("aria-expanded", String(offered.length > 0));
    const stay = (event) => event.preventDefault(); // a press takes no focus away
    this.offers.replaceChildren(...offered.map(({ title, text, choose }, at) =>
      el("li", { role: "option", id: `${this.offers.id}-${at}`, onmousedown: stay, onclick: choose }, el("b", {}, title), el("span", {}, text))));
    this.#mark(-1);
  }

  #mark(at) {
    this.active = at;
    [...this.offers.children].forEach((one, i) => one.setAttribute("aria-selected", String(i === at)));
    this.input.setAttribute("aria-activedescendant", at < 0 ? "" : `${this.offers.id}-${at}`);
    this.offers.children[at]?.scrollIntoView({ block: "nearest" });
  }
}

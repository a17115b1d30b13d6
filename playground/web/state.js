// What the page knows: everything the server told, who is chosen, and what each person has read.

const KEPT_CALLS = 300;

export const desk = {
  bot: { id: 0, first_name: "Bot" },
  people: new Map(),
  chats: new Map(),
  messages: new Map(), // chat id -> Map of message id -> message
  person: null, // id of the person whose phones are shown
  group: null, // id of the group shown
  kept: [], // ids of persons whose private chat stays open as well
  read: new Map(), // "person chat" -> id of the newest message he has seen
  hint: {},
  flood: true,
  ahead: 0, // the playground's clock minus this machine's, in seconds
};

/** The playground's time in Unix seconds. */
export const now = () => Date.now() / 1000 + desk.ahead;

export const chosen = () => desk.people.get(desk.person);
export const groups = () => [...desk.chats.values()].filter((chat) => chat.type !== "private");
export const messagesOf = (chatId) => desk.messages.get(chatId) ?? new Map();

/** Whether a person is in a group, or it is his private chat. */
export function sees(personId, chat) {
  return chat.type === "private" ? chat.id === personId : chat.members.some((user) => user.id === personId);
}

/** How many messages of others a person has not seen in a chat. */
export function unread(personId, chatId) {
  const seen = desk.read.get(`${personId} ${chatId}`) ?? 0;
  let count = 0;
  for (const message of messagesOf(chatId).values()) {
    if (message.message_id > seen && message.from?.id !== personId && isContent(message)) count += 1;
  }
  return count;
}

/** A person has seen all that stands in a chat. */
export function markRead(personId, chatId) {
  desk.read.set(`${personId} ${chatId}`, Math.max(0, ...messagesOf(chatId).keys()));
}

/** Whether a message says something; else it is a service message. */
export const isContent = (message) => "text" in message || "photo" in message;

/** Follow the server for ever. `tell(what, detail)` hears of "all", "message", "pins", "hint", "clock", "act", "call",
 * and "line" with whether there is a connection.
 */
export function connect(tell) {
  const source = new EventSource("/sim/stream");
  const on = (kind, hear) => source.addEventListener(kind, (event) => hear(JSON.parse(event.data)));
  source.addEventListener("open", () => tell("line", true));
  source.addEventListener("error", () => tell("line", false));
  on("hello", (all) => takeAll(all, tell));
  on("clock", (time) => setClock(time, tell));
  on("call", (call) => tell("call", call));
  on("event", (event) => {
    if (!take(event, tell)) {
      // Something that changes people, chats or rights: what is there now is told anew.
      source.close();
      connect(tell);
    }
  });
}

function takeAll(all, tell) {
  const first = desk.people.size === 0;
  desk.bot = all.bot;
  desk.people = new Map(all.people.map((person) => [person.id, person]));
  desk.chats = new Map(all.chats.map((chat) => [chat.id, chat]));
  desk.messages = new Map(
    Object.entries(all.messages).map(([id, list]) => [Number(id), new Map(list.map((one) => [one.message_id, one]))]),
  );
  desk.hint = all.hint;
  desk.flood = all.flood;
  if (!desk.people.has(desk.person)) desk.person = all.people[0]?.id ?? null;
  if (!desk.chats.has(desk.group)) desk.group = groups().at(-1)?.id ?? null;
  desk.kept = desk.kept.filter((id) => desk.people.has(id));
  if (first) {
    for (const chat of desk.chats.values()) {
      for (const id of desk.people.keys()) if (sees(id, chat)) markRead(id, chat.id);
    }
  }
  tell("all", { calls: first ? all.calls.slice(-KEPT_CALLS) : [] });
  setClock(all, tell);
}

function setClock(time, tell) {
  desk.ahead = time.now - Date.now() / 1000;
  tell("clock");
}

/** Take in one event of the journal; false when it needs everything anew. */
function take(event, tell) {
  const chat = desk.chats.get(event.chat_id);
  if (["sent", "edited", "deleted", "pinned", "unpinned"].includes(event.kind) && !chat) return false;
  switch (event.kind) {
    case "sent":
    case "edited":
    case "deleted": {
      const { message } = event;
      const standing = desk.messages.get(chat.id) ?? new Map();
      const before = standing.get(message.message_id);
      desk.messages.set(chat.id, standing);
      if (event.kind === "deleted") standing.delete(message.message_id);
      else standing.set(message.message_id, message);
      if (event.kind === "deleted") chat.pinned = chat.pinned.filter((id) => id !== message.message_id);
      if (chat.type === "private" && message.from?.id === chat.id) chat.started = true;
      tell("message", { ...event, before });
      if (event.kind === "sent" && message.from?.id !== desk.bot.id && isContent(message)) tell("act", event);
      return true;
    }
    case "pinned":
    case "unpinned": {
      const id = event.message?.message_id ?? event.message_id;
      chat.pinned = chat.pinned.filter((pinned) => pinned !== id);
      if (event.kind === "pinned") chat.pinned.push(id);
      tell("pins", event);
      return true;
    }
    case "tapped":
    case "answered":
    case "inline_asked":
      tell("act", event);
      return true;
    case "hint":
      desk.hint = event.hint;
      tell("hint");
      return true;
    default:
      return false;
  }
}

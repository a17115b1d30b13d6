// What the page knows: everything the server told, who is chosen, and what each person has read.

export const desk = {
  bot: { id: 0, first_name: "Bot" },
  people: new Map(),
  chats: new Map(),
  messages: new Map(), // chat id -> Map of key -> message
  person: null, // id of the person whose phones are shown
  group: null, // id of the group shown
  read: new Map(), // "person chat" -> date and key of the newest message he has seen
  hint: {},
  flood: true,
  ahead: 0, // the playground's clock minus this machine's, in seconds
};

/** The playground's time in Unix seconds. */
export const now = () => Date.now() / 1000 + desk.ahead;
export const chosen = () => desk.people.get(desk.person);
export const messagesOf = (chatId) => desk.messages.get(chatId) ?? new Map();

/** The groups with people in them; one that became a supergroup is no longer any. */
export function groups() {
  const grown = (chat) => [...messagesOf(chat.id).values()].some((message) => message.migrate_to_chat_id);
  return [...desk.chats.values()].filter((chat) => /group$/.test(chat.type) && chat.members.length && !grown(chat));
}

/** A message's number in its chat; negative for one that only its receiver sees. */
export const keyOf = (message) => message.message_id || -message.ephemeral_message_id;

/** Whether a message says something; else it is a service message. */
export const isContent = (message) => "text" in message || "photo" in message || "document" in message;

/** Whether a person is in a group, or it is his private chat. */
export const sees = (personId, chat) =>
  chat.type === "private" ? chat.id === personId : chat.members.some((user) => user.id === personId);

/** Whether a message is for everybody, or for this person, or from him to the bot alone. */
export const isFor = (personId, { receiver_user, from }) => !receiver_user || [receiver_user.id, from?.id].includes(personId);

/** What a person sees in a chat, oldest first. */
export const shown = (personId, chat) => [...messagesOf(chat.id).values()].filter((one) => isFor(personId, one));

/** How many messages of others a person has not seen in a chat. */
export function unread(personId, chat) {
  const seen = desk.read.get(`${personId} ${chat.id}`) ?? 0;
  return shown(personId, chat).filter((one) => Math.abs(keyOf(one)) > seen && one.from?.id !== personId && isContent(one)).length;
}

/** A person has seen all that stands in a chat. */
export function markRead(personId, chatId) {
  desk.read.set(`${personId} ${chatId}`, Math.max(0, ...[...messagesOf(chatId).keys()].map(Math.abs)));
}

/** A topic's name, from the service messages that gave it one. */
export function topicName(chatId, topic) {
  const names = [...messagesOf(chatId).values()]
    .filter((one) => (one.message_thread_id ?? one.message_id) === topic)
    .map((one) => (one.forum_topic_created ?? one.forum_topic_edited)?.name);
  return names.filter(Boolean).at(-1) ?? "General";
}

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
    if (take(event, tell)) return;
    // Something that changes people, chats or rights: what there is now is told anew.
    source.close();
    connect(tell);
  });
}

function takeAll(all, tell) {
  const first = desk.people.size === 0;
  const keyed = (list) => new Map(list.map((message) => [keyOf(message), message]));
  desk.bot = all.bot;
  desk.people = new Map(all.people.map((person) => [person.id, person]));
  desk.chats = new Map(all.chats.map((chat) => [chat.id, chat]));
  desk.messages = new Map(Object.entries(all.messages).map(([id, list]) => [Number(id), keyed(list)]));
  desk.hint = all.hint;
  desk.flood = all.flood;
  if (!desk.people.has(desk.person)) desk.person = all.people[0]?.id ?? null;
  if (!groups().some((chat) => chat.id === desk.group)) desk.group = groups().at(-1)?.id ?? null;
  if (first) for (const id of desk.people.keys()) for (const chat of desk.chats.keys()) markRead(id, chat);
  tell("all", first ? all.calls : []);
  setClock(all, tell);
}

function setClock(time, tell) {
  desk.ahead = time.now - Date.now() / 1000;
  tell("clock");
}

/** Take in one event of the journal; false when it needs everything anew. */
function take(event, tell) {
  const { message } = event;
  const kind = event.kind === "ephemeral" ? event.act : event.kind;
  const chat = desk.chats.get(event.chat_id);
  if (/^(sent|edited|deleted)$/.test(kind) && chat) {
    const standing = messagesOf(chat.id);
    const before = standing.get(keyOf(message));
    desk.messages.set(chat.id, standing);
    if (kind === "deleted") {
      standing.delete(keyOf(message));
      chat.pinned = chat.pinned.filter((id) => id !== keyOf(message));
    } else standing.set(keyOf(message), message);
    if (chat.type === "private" && message.from?.id === chat.id) chat.started = true;
    tell("message", { ...event, kind, before });
    if (kind === "sent" && message.from?.id !== desk.bot.id && isContent(message)) tell("act", { ...event, kind });
    // These announce that the chat itself has changed.
    if (message.migrate_to_chat_id && desk.group === chat.id) desk.group = message.migrate_to_chat_id;
    return !(message.migrate_to_chat_id || message.new_chat_title);
  }
  if (/^(pinned|unpinned)$/.test(kind) && chat) {
    const id = message?.message_id ?? event.message_id;
    chat.pinned = [...chat.pinned.filter((pinned) => pinned !== id), ...(kind === "pinned" ? [id] : [])];
    tell("pins");
    return true;
  }
  if (/^(tapped|answered|inline_asked)$/.test(kind)) tell("act", event);
  else if (kind === "hint") {
    desk.hint = event.hint;
    tell("hint");
  } else return /^(inline_answered|reacted|reply_failed)$/.test(kind);
  return true;
}

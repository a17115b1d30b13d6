"""A plain page that lists the chats and what stands in them. It has no script and reloads itself."""

from datetime import UTC, datetime

from markupsafe import Markup, escape
from starlette.responses import HTMLResponse

from playground.state import Playground
from playground.texts import piece
from playground.world import Chat, Message, Person

SHOWN = 60
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

_STYLE = Markup("""
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
body { margin: 1.5rem; } h1 { font-size: 1.3rem; } h2 { font-size: 1rem; margin: 0 0 .5rem; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1rem; align-items: start; }
section { border: 1px solid #8886; border-radius: .6rem; padding: .8rem; }
article { border-top: 1px solid #8883; padding: .45rem 0; overflow-wrap: anywhere; }
.said { white-space: pre-wrap; unicode-bidi: isolate; } .who { font-weight: 600; unicode-bidi: isolate; }
.quiet, time { opacity: .65; font-size: .85em; }
.row { display: flex; gap: .3rem; margin-top: .3rem; }
.button { flex: 1; text-align: center; border: 1px solid #8888; border-radius: .4rem; padding: .1rem .3rem; }
.primary { border-color: #2a7de1; } .success { border-color: #2e9e4f; } .danger { border-color: #d23c3c; }
.disabled { opacity: .5; } .spoiler { background: #8884; border-radius: .2rem; }
""")


def page(playground: Playground) -> HTMLResponse:
    """The page; every text in it is escaped."""
    chats = [chat for chat in playground.world.chats.values() if not chat.private or chat.messages]
    chats.sort(key=lambda chat: chat.private)
    sections = Markup("\n").join(_section(playground, chat) for chat in chats)
    empty = Markup("<p>There are no chats yet.</p>")
    body = Markup(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{name} playground</title>'
        '<meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="3">'
        "<style>{style}</style></head><body><h1>{name} playground</h1>"
        '<p class="quiet">A Bot API server in memory. The page reloads every three seconds.</p>'
        "<main>{sections}</main></body></html>"
    ).format(name=playground.bot.first_name, style=_STYLE, sections=sections or empty)
    headers = {"content-security-policy": POLICY, "x-content-type-options": "nosniff", "referrer-policy": "no-referrer"}
    return HTMLResponse(str(body), headers=headers)


def _section(playground: Playground, chat: Chat) -> Markup:
    title = f"{full_name(playground.world.people[chat.id])} – private" if chat.private else chat.title
    standing = chat.standing()
    left_out = Markup('<p class="quiet">{} older messages</p>').format(len(standing) - SHOWN)
    return Markup("<section><h2>{}</h2>{}{}</section>").format(
        title,
        left_out if len(standing) > SHOWN else "",
        Markup("").join(_article(playground, chat, message) for message in standing[-SHOWN:]),
    )


def _article(playground: Playground, chat: Chat, message: Message) -> Markup:
    sender = playground.world.user(message.sender_id)
    marks = [
        *(["edited"] if message.edit_date else []),
        *(["pinned"] if message.id in chat.pinned else []),
        *(["protected"] if message.protected else []),
    ]
    at = datetime.fromtimestamp(message.date, UTC)
    return Markup(
        '<article><span class="who">{who}</span> <time datetime="{iso}">{at} UTC</time> '
        '<span class="quiet">{marks}</span>{body}{keyboard}</article>'
    ).format(
        who=full_name(sender) if sender else "?",
        iso=at.isoformat(),
        at=at.strftime("%H:%M:%S"),
        marks=", ".join(marks),
        body=_body(message),
        keyboard=_keyboard(message),
    )


def _body(message: Message) -> Markup:
    service = message.service or {}
    if "pinned_message" in service:
        return Markup('<div class="quiet">pinned a message</div>')
    if "new_chat_members" in service:
        names = ", ".join(user["first_name"] for user in service["new_chat_members"])
        return Markup('<div class="quiet">joined: {}</div>').format(names)
    if "left_chat_member" in service:
        return Markup('<div class="quiet">left: {}</div>').format(service["left_chat_member"]["first_name"])
    photo = message.content.photo
    picture = Markup('<div class="quiet">picture {} × {}</div>').format(photo.width, photo.height) if photo else ""
    return Markup('{}<div class="said">{}</div>').format(picture, _text(message))


def _text(message: Message) -> Markup:
    """The text with bold and spoilers shown; other formatting is left plain."""
    text, said, at = message.content.text, Markup(""), 0
    for entity in message.content.entities:
        if entity["type"] not in ("bold", "spoiler") or entity["offset"] < at:
            continue
        shape = Markup("<b>{}</b>") if entity["type"] == "bold" else Markup('<span class="spoiler">{}</span>')
        said += escape(piece(text, {"offset": at, "length": entity["offset"] - at})) + shape.format(piece(text, entity))
        at = entity["offset"] + entity["length"]
    return said + escape(piece(text, {"offset": at, "length": len(text) * 2}))


def _keyboard(message: Message) -> Markup:
    rows = (message.content.markup or {}).get("inline_keyboard", [])
    return Markup("").join(
        Markup('<div class="row">{}</div>').format(
            Markup("").join(
                Markup('<span class="button {} {}">{}</span>').format(
                    button.get("style", ""), "disabled" if "disabled" in button else "", button["text"]
                )
                for button in row
            )
        )
        for row in rows
    )


def full_name(person: Person) -> str:
    """First and last name."""
    return f"{person.first_name} {person.last_name or ''}".strip()

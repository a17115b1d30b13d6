"""What happens to a whole group, and to places in it: rights, muting, migration, the end.

Each refuses with SimError what Telegram would not let people do.
"""

from dataclasses import replace

from playground.acts import group_only
from playground.errors import SimError
from playground.state import Playground
from playground.world import DEFAULT_PERMISSIONS, PERMISSIONS, RIGHTS, Chat, Member

SPEECH = frozenset(name for name in PERMISSIONS if name.startswith("can_send_"))


def change_rights(playground: Playground, chat: Chat, user_id: int, give: list[str], take: list[str]) -> Member:
    """Give an administrator rights and take others from him; the others stay."""
    group_only(chat)
    unknown = {*give, *take} - set(RIGHTS)
    if unknown:
        raise SimError(f"there is no right {min(unknown)}")
    member = chat.member(user_id)
    if member.status != "administrator":
        raise SimError(f"{user_id} is no administrator of this group")
    changed = replace(member, rights=(member.rights | set(give)) - set(take))
    playground.set_member(chat, user_id, changed, chat.creator())
    return changed


def mute(playground: Playground, chat: Chat, user_id: int, muted: bool, left: list[str]) -> None:
    """Restrict somebody in a supergroup to the permissions `left` to him beside those that are not about sending, or
    make him a plain member again.
    """
    group_only(chat)
    _check_permissions(left)
    if chat.kind != "supergroup":
        raise SimError("in a basic group nobody can be restricted alone")
    if chat.member(user_id).status not in ("member", "restricted"):
        raise SimError(f"{user_id} is no plain member of this group")
    member = Member("restricted", (DEFAULT_PERMISSIONS - SPEECH) | set(left)) if muted else Member("member")
    playground.set_member(chat, user_id, member, chat.creator())


def permit(playground: Playground, chat: Chat, changes: dict[str, bool]) -> None:
    """Change what plain members may do."""
    group_only(chat)
    _check_permissions(list(changes))
    given = {name for name, on in changes.items() if on}
    chat.permissions = (chat.permissions | given) - (set(changes) - given)
    playground.note("permissions", chat.id, permissions=sorted(chat.permissions))


def hide_members(playground: Playground, chat: Chat, hidden: bool) -> None:
    """Let only administrators know who is in a supergroup besides them, or everybody again."""
    group_only(chat)
    if chat.kind != "supergroup":
        raise SimError("in a basic group everybody sees who is there")
    chat.hidden_members = hidden
    playground.note("hidden_members", chat.id, hidden=hidden)


def _check_permissions(names: list[str]) -> None:
    unknown = set(names) - set(PERMISSIONS)
    if unknown:
        raise SimError(f"there is no permission {min(unknown)}")


def make_anonymous(playground: Playground, chat: Chat, user_id: int, anonymous: bool) -> None:
    """Let an administrator write in the name of the group, or in his own again."""
    group_only(chat)
    member = chat.member(user_id)
    if chat.kind != "supergroup" or not member.administers or user_id == playground.bot.id:
        raise SimError("only people who administer a supergroup can be anonymous")
    playground.set_member(chat, user_id, replace(member, anonymous=anonymous), chat.creator())


def add_channel(playground: Playground, title: str, owner: int, username: str | None) -> Chat:
    """A channel of somebody, in whose name he can write in supergroups."""
    playground.world.person(owner)
    if not title:
        raise SimError("a channel needs a title")
    channel = playground.world.add_group(title, "channel")
    channel.username = username
    channel.members[owner] = Member("creator")
    return channel


def migrate(playground: Playground, chat: Chat) -> Chat:
    """Make a basic group a supergroup with another id; its messages stay behind.

    The bot hears of its place in the new one, then in both of the change (as seen in tdlib/telegram-bot-api #266).
    """
    group_only(chat)
    if chat.kind != "group":
        raise SimError("only a basic group can become a supergroup")
    creator, bot_id = chat.creator(), playground.bot.id
    grown = playground.world.add_group(chat.title, "supergroup")
    grown.members = {user_id: member for user_id, member in chat.members.items() if user_id != bot_id}
    grown.permissions = chat.permissions
    if chat.member(bot_id).present:
        playground.set_member(grown, bot_id, chat.member(bot_id), creator)
    playground.post(chat, creator, service={"migrate_to_chat_id": grown.id})
    chat.migrated_to = grown.id
    playground.post(grown, creator, service={"migrate_from_chat_id": chat.id}, sender_chat_id=grown.id)
    return grown


def dissolve(playground: Playground, chat: Chat) -> None:
    """Delete a group for everybody; also of the basic group it was before, the bot hears only now that it left."""
    group_only(chat)
    creator = chat.creator()
    before = [other for other in playground.world.chats.values() if other.migrated_to == chat.id]
    for ended in (*before, chat):
        if ended.member(playground.bot.id).present:
            playground.set_member(ended, playground.bot.id, Member("left"), creator)
        ended.members = {user_id: Member("left") for user_id in ended.members}
        ended.gone = True
        playground.note("group_deleted", ended.id)

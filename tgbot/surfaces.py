"""Which messages show a match, and what each should show now. Pure: the deliverer makes Telegram agree.

A match shows itself on these surfaces:
    ``lobby``   in the group, from the message with the games on
    ``board``   in the group, a new one each round and when /table asks
    ``hand N``  in the private chat of seat N, a new one when hands are dealt and when /hand asks
    ``whisper P``  in the group, before the eyes of person P alone, when he presses *My hand* and the group wants it so;
                it is deleted with the next deal and at the end
    ``turn``    slow matches, and guests in all: calls the player to move, privately or by a mention in the group, and
                again for each reminder; the last one is deleted
    ``vote``    in the group, while a question is open; deleted after it; ``vote P`` in the private chat of guest P
    ``hush N``  in the private chat of seat N, while the bot cannot write in the group; deleted after it
    ``away``    in the group, silently, when the bot was away; deleted after the next move
    ``held``    in the group, while whoever runs the bot has stopped the match; deleted after it
    ``result``  in the group, at the end
    ``closed``  in the group, when a lobby has expired
    ``closed P``  in the private chat of guest P, when the lobby has come to nothing
    ``asks``    in the host's private chat, else in the group, while people ask to be let into the lobby; deleted after
                it, and sent anew when one more asks
    ``ask P``   in the private chat of person P, who asked: that he waits, then the answer
    ``next P``  in the private chat of person P, who wanted to know of the lobby; deleted after it

At a private table what would stand in the group stands in the chat of everybody who sits, in his language, under names
of their own: ``lobby P``, ``board P``, ``vote P``, ``away P``, ``result P`` with his number. Nothing is pinned there, a
new board is for him who asks, and the lobby of somebody who does not sit any more is deleted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any

from core.catalog import CATALOG
from core.game import Options, Seat, View
from tgbot.facts import Look, MatchFacts, Seated, StartRule, Status, is_private
from tgbot.pictures import PICTURES, Picture
from tgbot.screens import SCREENS, texts
from tgbot.screens.lobby import called_off, came_to_nothing, lobby
from tgbot.screens.match import goes_on
from tgbot.screens.screen import Screen
from tgbot.screens.votes import away, held, hushed, vote
from tgbot.visitors import visitors
from tgbot.wanted import STAYS, Wanted
from tgbot.words import Words, words

_BEGUN = MatchFacts(
    match=0,
    kind="",
    status=Status.RUNNING,
    chat_id=0,
    chat_title="",
    thread_id=None,
    language="",
    position=1,
    revision=0,
    seats=(),
    host_id=0,
    options=Options(),
    clock=0,
    start_rule=StartRule.HAND,
    panel="",
    deadline=None,
    pointing=None,
    pointing_in="",
    reposted=0,
    commitment="",
    token="",
)
"""A match of which no more is known than that it runs."""


@dataclass(frozen=True)
class _Spot:
    """Where what everybody may see is shown, in which words: in the group, or at a private table to one who sits.

    ``reposted``: how often a new message was asked for. ``whose``: what the names of its surfaces end with.
    """

    chat_id: int
    thread_id: int | None
    say: Words
    reposted: int
    whose: str = ""

    def shows(self, which: str, epoch: str, screen: Screen, **how: Any) -> Wanted:
        """One of its messages."""
        return Wanted(f"{which}{self.whose}", self.chat_id, self.thread_id, epoch, screen, **how)


def wanted(look: Look, views: Sequence[View], bot: str, *, pictures: bool = True) -> Iterator[Wanted]:
    """What should stand at Telegram. ``views`` are by seat; ``bot`` is the bot's user name, for invite links.
    ``pictures``: some of it as pictures, where the group wants them.
    """
    facts, view = look.facts, look.view
    if facts.pictures and not pictures:
        facts = replace(facts, pictures=False)
    for spot in _lobby_spots(facts):
        # At a private table the part of the keyboard that the host opens is open on his phone alone.
        own = facts if spot.chat_id == facts.host_id or not facts.private else replace(facts, panel="")
        yield spot.shows("lobby", _lobby_epoch(facts, spot), _lobby(own, spot.say, bot), silent=True)
    if view is None:
        yield from _closed(facts) if came_to_nothing(facts) else visitors(facts)
        return
    spots = _spots(facts)
    boards, hands = _boards(facts, view, spots), _hands(facts, views)
    # In one chat the board stands below the hand: it is what one looks at all the time.
    yield from (*hands, *boards) if facts.private else (*boards, *hands)
    if facts.status != Status.RUNNING:
        yield from _results(facts, view, spots)
        return
    if facts.ballot is not None:
        yield from _votes(facts, facts.ballot.key, spots)
    if facts.hushed:
        yield from _hush(facts)
    if facts.held:
        yield from (spot.shows("held", "held", held(facts, spot.say)) for spot in spots)
    if facts.away:
        yield from (spot.shows("away", str(facts.position), away(facts, spot.say), silent=True) for spot in spots)
    if view.to_act is not None and _called(facts, facts.seats[view.to_act]):
        yield _turn(facts, facts.seats[view.to_act], view, views[view.to_act])


def _spots(facts: MatchFacts) -> tuple[_Spot, ...]:
    """Where a match that has begun is shown. With the last person the match is over, and he sees what it was."""
    if not facts.private:
        return (_Spot(facts.chat_id, facts.thread_id, words(facts.language), facts.reposted),)
    over = facts.status != Status.RUNNING
    return _private_spots(s for s in facts.seats if not s.left or (over and s.person_id == facts.host_id))


def _lobby_spots(facts: MatchFacts) -> tuple[_Spot, ...]:
    """Where the lobby is shown: afterwards to those as well who have left, since it told the commitment."""
    if not facts.private:
        return _spots(facts)
    if any(seated.person_id is not None for seated in facts.seats):
        return _private_spots(facts.seats)
    # Who has left as the last one sees that it is over.
    return (_Spot(facts.host_id, None, words(facts.language), 0, f" {facts.host_id}"),)


def _private_spots(seats: Iterable[Seated]) -> tuple[_Spot, ...]:
    return tuple(
        _Spot(s.person_id, None, words(s.language), s.reposted, f" {s.person_id}")
        for s in seats
        if s.person_id is not None and s.reachable
    )


def _guest_spots(facts: MatchFacts) -> tuple[_Spot, ...]:
    """Where guests read what stands in the group, which they do not see."""
    return () if facts.private else _private_spots(s for s in facts.seats if s.guest and not s.left)


def _votes(facts: MatchFacts, key: str, spots: Sequence[_Spot]) -> Iterator[Wanted]:
    for spot in (*spots, *_guest_spots(facts)):
        yield spot.shows("vote", key, vote(facts, spot.say, private=is_private(spot.chat_id)))


def _closed(facts: MatchFacts) -> Iterator[Wanted]:
    """That a lobby has expired; called off it says so itself, but to guests, who do not see it."""
    if facts.status is Status.EXPIRED:
        for spot in _lobby_spots(facts):
            yield spot.shows("closed", "closed", Screen(texts.expired(facts, spot.say)), silent=True)
    for spot in _guest_spots(facts):
        yield spot.shows("closed", "closed", called_off(facts, spot.say))


def _boards(facts: MatchFacts, view: View, spots: Sequence[_Spot]) -> Iterator[Wanted]:
    """At a private table a board comes without a sound: the hand that comes with it has one."""
    languages = {spot.say for spot in spots}
    boards = {say: SCREENS[facts.kind].board(facts, view, say) for say in languages}
    # The end shows the table with all that was hidden.
    drawn = {say: _picture("result" if view.outcome else "board", facts, view, say) for say in languages}
    silent, pinned = facts.private or view.round > 1, facts.status == Status.RUNNING and not facts.private
    for spot in spots:
        how = {"silent": silent, "pinned": pinned, "picture": drawn[spot.say], "after": goes_on(spot.say)}
        yield spot.shows("board", f"{view.round}.{spot.reposted}", boards[spot.say], **how)


def _results(facts: MatchFacts, view: View, spots: Sequence[_Spot]) -> Iterator[Wanted]:
    """A match that was cancelled has nothing to show."""
    languages = {spot.say for spot in spots}
    results = {say: SCREENS[facts.kind].result(facts, view, say) for say in languages}
    recaps = {say: _picture("recap", facts, view, say) if view.outcome else None for say in languages}
    yield from (spot.shows("result", "end", results[spot.say], picture=recaps[spot.say]) for spot in spots)


def _picture(which: str, facts: MatchFacts, view: View, say: Words) -> Picture | None:
    """One of the pictures of a game, where the group wants them."""
    if not facts.pictures:
        return None
    draw: Callable[[MatchFacts, View, Words], Picture] = getattr(PICTURES[facts.kind], which)
    return draw(facts, view, say)


def _lobby(facts: MatchFacts, say: Words, bot: str) -> Screen:
    """The lobby. Of a match that runs it only says who plays, which few moves change: it is not drawn anew at each."""
    if facts.status != Status.RUNNING:
        return lobby(facts, say, bot)
    seats = tuple((s.seat, s.name, s.person_id, s.left, s.absent_since) for s in facts.seats)
    table = (facts.match, facts.chat_id, facts.chat_title) if facts.private else (0, 0, "")
    return _begun(facts.kind, seats, facts.host_id, facts.commitment, table, (say, bot))


@lru_cache(maxsize=1024)
def _begun(
    kind: str,
    seats: tuple[tuple[Seat, str, int | None, bool, datetime | None], ...],
    host_id: int,
    commitment: str,
    table: tuple[int, int, str],
    reader: tuple[Words, str],
) -> Screen:
    """``table``: number, chat and title of a private one."""
    match, chat_id, chat_title = table
    seated = tuple(Seated(seat, name, who, left, absent_since=since) for seat, name, who, left, since in seats)
    known = replace(_BEGUN, kind=kind, seats=seated, host_id=host_id, commitment=commitment)
    return lobby(replace(known, match=match, chat_id=chat_id, chat_title=chat_title), *reader)


def _lobby_epoch(facts: MatchFacts, spot: _Spot) -> str:
    """A lobby is posted again when asked for; the message of one that is over stays where it is."""
    return str(spot.reposted) if facts.status == Status.LOBBY else STAYS


def _hands(facts: MatchFacts, views: Sequence[View]) -> Iterator[Wanted]:
    for seated, mine in zip(facts.seats, views, strict=True):
        if seated.person_id is not None and seated.reachable and not seated.left:
            yield _hand(facts, seated, seated.person_id, mine)
        if whispered(facts, seated):
            yield whisper(facts, seated, mine)


def _hand(facts: MatchFacts, seated: Seated, person_id: int, mine: View) -> Wanted:
    say = words(seated.language)
    dealt = mine.round if CATALOG[facts.kind].hands else 1
    return Wanted(
        f"hand {seated.seat}",
        person_id,
        None,
        f"{dealt}.{seated.asked}",
        SCREENS[facts.kind].hand(facts, mine, say),
        silent=not facts.slow and dealt > 1,
        secret=True,
        picture=_picture("hand", facts, mine, say),
        spoiler=CATALOG[facts.kind].hands,
    )


def whispered(facts: MatchFacts, seated: Seated) -> bool:
    """Whether somebody's hand may be shown in the group to him alone: where the group wants it, and it is a secret."""
    wanted_here = facts.whispers and not facts.private and facts.status == Status.RUNNING
    return wanted_here and seated.person_id is not None and not seated.left and CATALOG[facts.kind].hands


def whisper(facts: MatchFacts, seated: Seated, mine: View) -> Wanted:
    """The hand as its owner alone sees it in the group."""
    screen = SCREENS[facts.kind].whisper(facts, mine, words(seated.language))
    name, owner = f"whisper {seated.person_id}", seated.person_id
    return Wanted(name, facts.chat_id, facts.thread_id, str(mine.round), screen, silent=True, secret=True, alone=owner)


def _hush(facts: MatchFacts) -> Iterator[Wanted]:
    """Whom the bot can write to learns why nothing stirs in the group."""
    for seated in facts.seats:
        if seated.person_id is not None and seated.reachable and not seated.left:
            said = hushed(facts, words(seated.language))
            yield Wanted(f"hush {seated.seat}", seated.person_id, None, "hushed", said)


def _called(facts: MatchFacts, seated: Seated) -> bool:
    """Whether the player to move is called: nobody is in a pause, and of somebody absent the group is not told."""
    called = seated.reachable or not (seated.absent or facts.private)
    # A guest sees no board: in a quick match he would not know that it is his move.
    wanted_here = facts.slow or (seated.guest and seated.reachable and not facts.private)
    return wanted_here and not facts.paused and not seated.automatic and called


def _turn(facts: MatchFacts, seated: Seated, public: View, mine: View) -> Wanted:
    private = seated.reachable and seated.person_id is not None
    say = words(seated.language if private else facts.language)
    stage = f".{facts.reminded}" if facts.reminded else ""
    return Wanted(
        "turn",
        seated.person_id if private and seated.person_id is not None else facts.chat_id,
        None if private else facts.thread_id,
        # Who blocks the bot while it is his move is called anew, in the group.
        f"{facts.turn}.{'private' if private else 'group'}{stage}",
        SCREENS[facts.kind].turn(facts, mine if private else public, say, private=private),
        silent=seated.absent,
        notice=(facts.turn, facts.reminded) if facts.reminded else None,
    )

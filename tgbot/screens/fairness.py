"""The words around the fair shuffle (product, Fair shuffles): what was promised before, what is shown after."""

from __future__ import annotations

from markupsafe import Markup

from tgbot.facts import MatchFacts
from tgbot.words import Words


def committed(facts: MatchFacts, say: Words) -> Markup:
    """The commitment, shown before anybody joins."""
    return say(
        "<blockquote expandable>🔐 Fair shuffle: the secret of this match is already fixed. This is its SHA-256; "
        "the secret itself is published at the end.\n<code>{commitment}</code></blockquote>",
        commitment=facts.commitment,
    )


def revealed(facts: MatchFacts, say: Words) -> Markup:
    """The secret, once the match has ended; empty before."""
    if facts.revelation is None:
        return Markup("")
    return say(
        "<blockquote expandable>🔐 Fair shuffle: the SHA-256 of the secret is the number the lobby showed, "
        "so nothing was changed after people joined.\nSHA-256: <code>{commitment}</code>\n"
        "Secret: <code>{secret}</code>\nJoins:\n<code>{joins}</code></blockquote>",
        commitment=facts.commitment,
        secret=facts.revelation.secret,
        joins="\n".join(facts.revelation.joins),
    )

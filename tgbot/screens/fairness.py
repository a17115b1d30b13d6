"""The words around the fair shuffle (product, Fair shuffles): what was promised before, what is shown after."""

from __future__ import annotations

from markupsafe import Markup

from tgbot import button
from tgbot.facts import MatchFacts
from tgbot.screens.screen import Button
from tgbot.verifying import Checked
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


def secret_only(facts: MatchFacts, say: Words) -> Markup:
    """The secret where there is little room; empty before the end. The file behind *Verify* has all of it."""
    if facts.revelation is None:
        return Markup("")
    return say(
        "<blockquote expandable>🔐 Fair shuffle: the SHA-256 of the secret is the number the lobby showed.\n"
        "SHA-256: <code>{commitment}</code>\nSecret: <code>{secret}</code></blockquote>",
        commitment=facts.commitment,
        secret=facts.revelation.secret,
    )


def explained(say: Words) -> Markup:
    """How anybody can check the shuffles, in the rules of a game."""
    return say(
        "<b>Fair shuffle</b> 🔐\nBefore anybody joins, the bot fixes a secret and shows its SHA-256 in the lobby. All "
        "shuffles follow from the secret and the order in which people joined, and the secret is published at the "
        "end. So anybody can check that nothing was changed after people joined. This cannot prove that whoever runs "
        "the bot does not look: play with an operator you trust.\n🔐 Verify under the result computes the whole match "
        "again and sends you its file; on your own computer, <code>bigben verify FILE</code> does it without the bot."
    )


def verify_button(facts: MatchFacts, say: Words) -> Button:
    """Asks the bot to compute the match again, and for the file with which anybody can."""
    return Button(say.plain("🔐 Verify"), button.verb(facts.match, facts.position, "verify"))


def file_caption(checked: Checked, say: Words) -> Markup:
    """Stands under the file of a match."""
    if checked.different is not None:
        return say(
            "⚠️ Match {number}: computed again from its secret it is another one, first at <code>{place}</code>.",
            number=checked.export.match,
            place=checked.different.place,
        )
    return say(
        "🔐 Match {number}, computed again from its secret: everything agrees.\nCheck it yourself without the bot: "
        "<code>bigben verify {name}</code>, with Big Ben on your own computer.\nCompare the SHA-256 with the number "
        "the lobby showed. No file can prove that whoever runs the bot did not look.",
        number=checked.export.match,
        name=file_name(checked),
    )


def file_name(checked: Checked) -> str:
    """The name of the file of a match."""
    return f"bigben-{checked.export.match}.json"

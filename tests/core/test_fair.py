"""The fair source: its exact stream, which must never change, and that it is fair."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from itertools import count, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.fair import Fair, commitment, seed_of
from tests.core.chance import even, near

# From the openssl command: printf 'play/3/0' | openssl dgst -sha256 -hmac seed, and so on.
PLAY_3 = (
    "d01b49a01b77a53f4ad6e3df32c248b7ae6b231462fc59ea8261973e8ded62d6"
    "2ec3717920bcf1b567b996fb5595cbd64a88e4a9983593bab25ca653d9d99342"
)
CLOCK_3 = "b3b10e1c5bd9fa12b312892bd33368bd2601cb94c3ae24aada7fdb0c79de6f6a"


def words(seed: bytes, position: int, purpose: str) -> Iterator[int]:
    """The stream by the letter of the law."""
    for block in count():
        digest = hmac.new(seed, f"{purpose}/{position}/{block}".encode("ascii"), hashlib.sha256).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))


def test_the_stream_is_the_words_of_the_published_law() -> None:
    source = Fair(b"seed", 3)
    for at in range(0, len(PLAY_3), 8):
        assert source.below(2**32) == int(PLAY_3[at : at + 8], 16)
    assert Fair(b"seed", 3, "clock").below(2**32) == int(CLOCK_3[:8], 16)
    assert list(islice(words(b"seed", 3, "play"), 2)) == [0xD01B49A0, 0x1B77A53F]


@given(
    seed=st.binary(max_size=64), position=st.integers(0, 2**40), purpose=st.sampled_from(["play", "clock", "computer"])
)
def test_the_stream_is_the_same_by_hand(seed: bytes, position: int, purpose: str) -> None:
    source = Fair(seed, position, purpose)
    assert [source.below(2**32) for _ in range(20)] == list(islice(words(seed, position, purpose), 20))


@given(seed=st.binary(min_size=1), n=st.integers(1, 2**32))
def test_a_number_is_an_accepted_word_modulo_n(seed: bytes, n: int) -> None:
    accepted = (word % n for word in words(seed, 0, "play") if word < 2**32 - 2**32 % n)
    source = Fair(seed, 0)
    assert [source.below(n) for _ in range(10)] == list(islice(accepted, 10))


def test_fixed_vectors() -> None:
    source = Fair(b"seed", 3)
    assert [source.below(100) for _ in range(5)] == [int(PLAY_3[at : at + 8], 16) % 100 for at in range(0, 40, 8)]
    assert Fair(b"seed", 3).shuffle("abcdefgh") == tuple("cfghedba")
    assert Fair(b"seed", 3).die() == 1 + 0xD01B49A0 % 6


def test_a_shuffle_is_fisher_and_yates_from_the_last_place_down() -> None:
    pile, source = list(range(30)), Fair(b"another", 9)
    for last in range(29, 0, -1):
        other = source.below(last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    assert Fair(b"another", 9).shuffle(range(30)) == tuple(pile)


@given(seed=st.binary(), items=st.lists(st.integers()))
def test_a_shuffle_loses_and_adds_nothing(seed: bytes, items: list[int]) -> None:
    before = items.copy()
    assert sorted(Fair(seed, 0).shuffle(items)) == sorted(items)
    assert items == before


def test_every_order_is_equally_likely() -> None:
    assert even((Fair(b"orders", position).shuffle("abcd") for position in range(12_000)), 24)


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 36, 52, 101])
def test_every_number_is_equally_likely(n: int) -> None:
    source = Fair(b"numbers", n)
    assert even((source.below(n) for _ in range(200 * n)), n)


def test_there_is_no_modulo_bias() -> None:
    # Of 2**32 words taken modulo three quarters of that, every second would fall in the first third.
    source, n = Fair(b"bias", 0), 3 * 2**30
    assert near(sum(source.below(n) < 2**30 for _ in range(20_000)), 20_000, 1 / 3)


def test_every_choice_and_every_face_is_equally_likely() -> None:
    source = Fair(b"choices", 0)
    assert even((source.choice("abcde") for _ in range(5_000)), 5)
    faces = [source.die() for _ in range(6_000)]
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert even(faces, 6)


def test_purposes_and_positions_have_numbers_of_their_own() -> None:
    purposes = ("play", "clock", "computer", "claim 1", "claim 11")
    starts = {Fair(b"seed", at, purpose).below(2**32) for at in range(200) for purpose in purposes}
    assert len(starts) == 1000


@pytest.mark.parametrize(("purpose", "later"), [("clock", 0), ("computer", 0), ("play", 1)])
def test_one_purpose_or_position_tells_nothing_of_another(purpose: str, later: int) -> None:
    pairs = ((Fair(b"seed", at).below(6), Fair(b"seed", at + later, purpose).below(6)) for at in range(7_200))
    assert even(pairs, 36)


def test_the_same_arguments_give_the_same_numbers_for_ever() -> None:
    one, other = Fair(b"seed", 1), Fair(b"seed", 1)
    one.below(10)
    assert [other.below(6) for _ in range(40)] != [one.below(6) for _ in range(40)]
    assert Fair(b"seed", 1).shuffle(range(50)) == Fair(b"seed", 1).shuffle(range(50))


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_no_number_can_be_drawn_below_nothing_or_beyond_a_word(n: int) -> None:
    with pytest.raises(ValueError, match="cannot draw"):
        Fair(b"seed", 0).below(n)


def test_nothing_can_be_chosen_from_nothing() -> None:
    with pytest.raises(ValueError, match="cannot draw"):
        Fair(b"seed", 0).choice(())
    assert Fair(b"seed", 0).shuffle(()) == ()


def test_the_commitment_is_the_sha_256_of_the_secret() -> None:
    assert commitment(bytes(32)) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


def test_the_seed_is_the_secret_keyed_over_the_joins() -> None:
    # printf '101\n102' | openssl dgst -sha256 -mac HMAC -macopt hexkey:0000… (32 zero bytes)
    seed = "cb72a77cf3747a6a06bad10fdf90b403a8787d06adad19dae4144ef0e03f2720"
    assert seed_of(bytes(32), ["101", "102"]).hex() == seed


def test_every_join_and_their_order_change_the_seed() -> None:
    joins: tuple[list[str], ...] = (["1", "2"], ["2", "1"], ["12"], ["1", "2", "3"], ["1"], [])
    assert len({seed_of(bytes(32), order) for order in joins}) == len(joins)
    assert seed_of(bytes(32), ["1"]) != seed_of(bytes(31) + b"\x01", ["1"])

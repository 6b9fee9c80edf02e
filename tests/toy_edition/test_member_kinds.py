"""Tests of members with new names: redaction, checks, citations and sentences follow from their kinds."""

import gc
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import pytest
from msgspec.structs import replace

from domain import field_audiences
from domain.cards import Card, CoinCards, GivenCard
from domain.commands import CardRef, SeatCommand, find_named_cards
from domain.editions import rulebook
from domain.engine import decide
from domain.events import BeanPlanted, GameCreated, SeatEvent
from domain.field_audiences import redact
from domain.findings import found
from domain.member_types import (
    CoinCount,
    Count,
    FieldIndex,
    Kind,
    PhaseId,
    Reason,
    SeatIndex,
    Source,
    members_of,
    value_of_kind,
)
from domain.pending_events import UnknownChance
from domain.refusals import Misuse, Refusal
from domain.table import Seat, Table, Turn
from domain.values import Value
from domain.visibility import EVERYONE, SPECTATOR, only, seat_viewer, slots_only
from projections.sentences import Chronicle
from replay.event_diff import clause_of
from tests.toy_edition.toy import TOY


class Lending(NamedTuple):
    """An event and a command of a new edition."""

    lent: Any
    lend: Any


@pytest.fixture(scope="module")
def planted() -> Iterator[Lending]:
    """Declare them for these tests only, so that the codec does not keep them."""

    class BeanLent(SeatEvent, tag="bean_lent.1"):
        rival: Annotated[SeatIndex, EVERYONE]
        plot: Annotated[FieldIndex, EVERYONE]
        treasure: Annotated[Card, only("seat")]
        lent: Annotated[tuple[GivenCard, ...], slots_only("seat")]
        fee: Annotated[CoinCards, EVERYONE]
        tip: Annotated[CoinCount, EVERYONE]
        hour: Annotated[PhaseId, EVERYONE]
        origin: Annotated[Source, EVERYONE]
        motive: Annotated[Reason, EVERYONE]

    class Lend(SeatCommand, tag=True):
        rival: Annotated[SeatIndex, EVERYONE]
        plot: Annotated[FieldIndex, EVERYONE]
        treasure: Annotated[Card | None, EVERYONE] = None
        lent: Annotated[tuple[CardRef, ...], slots_only("seat")] = ()
        fee: Annotated[CoinCards | None, EVERYONE] = None
        wish: Annotated[dict[Card, Count], EVERYONE] = {}

    yield Lending(BeanLent, Lend)
    for kind in (BeanLent, Lend):
        del field_audiences._restricted[kind]
    del BeanLent, Lend, kind
    gc.collect()


def lent(planted: Lending) -> Any:
    """Return the event in which seat 1 lends seat 0 a soy bean."""
    return planted.lent(
        seat=1,
        rival=0,
        plot=1,
        treasure="red",
        lent=(GivenCard(source="hand", variety="soy", slot=4), GivenCard(source="hand", variety="soy", slot=5)),
        fee=("blue", "blue"),
        tip=1,
        hour="trade",
        origin="hand",
        motive="kindness",
    )


def test_a_member_is_hidden_by_its_kind(planted):
    event = lent(planted)
    seen = redact(event, SPECTATOR, {})
    assert seen == redact(event, seat_viewer(0), {}) != event
    assert (seen.treasure, [card.slot for card in seen.lent]) == ("face_down", [None, None])
    assert [card.variety for card in seen.lent] == ["soy", "soy"]
    assert redact(event, seat_viewer(1), {}) == event


def test_every_card_of_a_command_is_checked_against_the_deck(planted):
    order = planted.lend(
        seat=0,
        rival=1,
        plot=0,
        treasure="gold",
        lent=(CardRef(source="hand", slot=1), CardRef(source="hand", variety="tin")),
        fee=("blue", "lead"),
        wish={"zinc": 1, "red": 2},
    )
    named_cards = {
        "treasure": "gold",
        "fee[0]": "blue",
        "fee[1]": "lead",
        "wish.zinc": "zinc",
        "wish.red": "red",
        "lent[1].variety": "tin",
    }
    assert dict(find_named_cards(order)) == named_cards
    table = Table(edition="toy", seats=(Seat(hand=("red", "blue"), slots=(0, 1)), Seat()), turn=Turn(phase="plant"))
    with pytest.raises(Misuse) as refused:
        decide(rulebook("toy", 2, {}), table, order, UnknownChance())
    assert [place for place, _ in refused.value.errors] == ["treasure", "fee[1]", "wish.zinc", "lent[1].variety"]
    with pytest.raises(Refusal):  # no phase knows the command, but nothing is wrong with its cards
        decide(rulebook("toy", 2, {}), table, replace(order, treasure="red", lent=(), fee=(), wish={}), UnknownChance())


def test_a_sentence_writes_each_field_by_its_kind(planted):
    data = replace(
        TOY.data,
        sentences={
            "en": {
                "bean_lent.1": "{seat} lends {rival} {treasure} out of {plot} in {hour}: {lent}, {fee}; {lent+fee+tip}",
                "bean_lent.1:pity": "{rival} is pitied",
            }
        },
    )
    chronicle, event = Chronicle(data, "en", ["Ana", "Bo"]), lent(planted)
    assert chronicle.sentence(event) == (
        "Bo lends Ana a Red bean out of 2 in trade: 2 Soy beans, 2 Blue beans; 2 Soy beans and 3 coins"
    )
    assert chronicle.sentence(redact(event, SPECTATOR, {})).startswith("Bo lends Ana a face-down card out of")
    assert chronicle.sentence(replace(event, motive="pity")) == "Ana is pitied"
    assert chronicle.value("treasure", event) == "Red bean"


def test_an_event_is_cited_by_its_reason(planted):
    cited = replace(TOY.data, allows={**TOY.data.allows, "bean_lent": "TY-11.1", "bean_lent:kindness": "TY-11.3"})
    event = lent(planted)
    assert clause_of(cited, found("differs", expected=event, recorded=event, fields=("plot",))) == "TY-11.3"
    assert clause_of(cited, found("differs", expected=replace(event, motive="x"), recorded=event)) == "TY-11.1"
    assert (value_of_kind(event, Kind.SOURCE), value_of_kind(event, Kind.FIELD), value_of_kind(event, Kind.OFFER)) == (
        "hand",
        1,
        None,
    )


@pytest.mark.parametrize(
    ("hint", "says"),
    [
        (str, r"Unmarked\.thing bears no kind"),
        (int | None, r"Unmarked\.thing bears no kind"),
        (tuple[str, ...], r"Unmarked\.thing bears no kind"),
        (dict[str, Count], r"Unmarked\.thing bears no kind"),
        (dict[SeatIndex, Card], r"Unmarked\.thing bears no kind"),
        (tuple[SeatIndex, Card], r"Unmarked\.thing bears no kind"),
        (Card | SeatIndex, r"Unmarked\.thing bears no kind"),
    ],
    ids=str,
)
@pytest.mark.parametrize("base", [SeatEvent, SeatCommand], ids=lambda base: base.__name__)
def test_a_member_without_a_kind_fails_the_import(base, hint, says):
    with pytest.raises(TypeError, match=says):

        class Unmarked(base, tag="unmarked.1"):
            thing: Annotated[hint, EVERYONE]


def test_a_nested_record_needs_kinds_too():
    class Unlabelled(Value):
        card: str

    with pytest.raises(TypeError, match=r"Holder\.loose bears no kind"):

        class Holder(SeatEvent, tag="holder.1"):
            loose: Annotated[tuple[Unlabelled, ...], EVERYONE]


def test_only_cards_and_slots_can_be_hidden():
    with pytest.raises(TypeError, match=r"Secretive\.plot: there is no way to hide a field"):

        class Secretive(SeatEvent, tag="secretive.1"):
            plot: Annotated[FieldIndex, only("seat")]

    with pytest.raises(TypeError, match=r"Slotless\.cards: there is no way to hide"):

        class Slotless(SeatEvent, tag="slotless.1"):
            cards: Annotated[tuple[Card, ...], slots_only("seat")]


def test_a_seat_is_not_accepted_as_a_field():
    kinds = {member.name: member.kind for member in members_of(SeatEvent)}
    assert kinds == {"seat": Kind.SEAT}
    assert members_of(BeanPlanted)[1].kind is Kind.FIELD
    assert {member.name: member.kind for member in members_of(GameCreated)}["players"] is Kind.COUNT

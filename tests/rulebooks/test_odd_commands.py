"""No command, however odd, gets another answer than events, a clause or an error of the domain, at any table."""

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest

from domain.commands import CardRef, Command, DrawCards, HarvestField, OfferDonation, PlantFromHand, ProposeTrade
from domain.editions import EDITIONS, rulebook_of
from domain.engine import decide
from domain.pending_events import UnknownChance
from domain.refusals import CorruptHistory, HaricotError
from domain.table import Table
from domain.view import View
from domain.visibility import seat_viewer
from replay.codec import command_types
from tests.rulebooks.bohnaparte_scenes import war
from tests.rulebooks.scenes import face_up, given, in_hand, random_game

NUMBERS = (-(2**70), -17, -1, 0, 1, 2, 3, 15, 16, 99, 10**6, 2**63, 2**70)
CARDS = ("", "blue", "red", "sissi", "face_down", "gold", "x" * 5000, "\x00", "é")
PLACES = ("", "farm-77", "camp-orange", "river-1", "quarry-1", "paddock-1", "forest-1", "x" * 5000)
SOURCES = ("hand", "turned_up", "set_aside", "offer", "depot", "pile", "Hand", "")
KINDS = [kind for kind in command_types().values() if kind.__module__.partition(".")[0] == "domain"]


class OddCommands:
    """Generate unusual commands of every kind."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)

    def command(self, players: int) -> Command:
        """Some command, more often than not of a seat that is there."""
        kind = self.dice.choice(KINDS)
        parts = {name: self.part(name) for name in kind.__struct_fields__}
        if "seat" in parts and self.dice.random() < 0.8:
            parts["seat"] = self.dice.randrange(players)
        return kind(**parts)

    def part(self, name: str) -> Any:
        """Something for the field of this name."""
        few = range(self.dice.randrange(4))
        match name:
            case "give" | "cards":
                return tuple(self.reference() for _ in few)
            case "want":
                return {self.dice.choice(CARDS): self.dice.choice(NUMBERS) for _ in few}
            case "want_turned_up" | "taken" | "coin_cards":
                return tuple(self.dice.choice(CARDS) for _ in few)
            case "handed_over":
                return tuple(self.dice.choice((None, *NUMBERS)) for _ in few)
            case "variety" | "coin_card":
                return self.dice.choice((None, *CARDS))
            case "target" | "quarry" | "terrain" | "riders":
                return self.dice.choice(PLACES)
            case "source":
                return self.dice.choice(SOURCES)
            case "edition" | "kind" | "pseudonym" | "contribution":
                return self.dice.choice((*CARDS, *EDITIONS))
            case "options":
                return self.dice.choice(({}, {"trade_coins": 1}, {"x": "y"}, {"exhaustions_to_end": 2**70}))
            case "slot" | "extra" | "partner":
                return self.dice.choice((None, *NUMBERS))
            case _:
                return self.dice.choice(NUMBERS)

    def reference(self) -> CardRef:
        """Some card."""
        slot, variety = self.dice.choice((None, *NUMBERS)), self.dice.choice((None, *CARDS))
        return CardRef(source=self.dice.choice(SOURCES), slot=slot, variety=variety)


def tables(edition: str, seed: int) -> Iterator[Table]:
    """Some tables of a game, some of them as a seat sees them."""
    players = EDITIONS[edition].data.players[0]
    options: dict[str, Any] = {} if edition == "duel" else {"trade_coins": True}
    for index, scene in enumerate(islice(random_game(edition, players=players, seed=seed, options=options), 0, 240, 6)):
        yield View.of(scene.table, seat_viewer(0)).table if index % 3 == 2 else scene.table


def failures(tables: Iterable[Table], seed: int) -> list[str]:
    """What odd commands came to, at these tables, that no caller should ever see."""
    odd, found = OddCommands(seed), []
    for table in tables:
        rulebook = rulebook_of(table)
        for _ in range(60):
            command = odd.command(len(table.seats))
            try:
                events = decide(rulebook, table, command, UnknownChance()).events
                for event in events:
                    msgspec.convert(msgspec.to_builtins(event), type(event))
            except CorruptHistory as error:
                found.append(f"{command}: {error}")
            except HaricotError:
                pass
            except Exception as error:  # noqa: BLE001  # whatever it is, it is what this looks for
                found.append(f"{command}: {type(error).__name__} {error}")
    return found


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_odd_commands_are_answered_or_refused(edition, seed):
    assert [] == failures(tables(edition, seed), seed)


def test_control_a_failing_guard_is_detected(monkeypatch):
    played = list(tables("classic", 1))
    monkeypatch.setattr("domain.rules.harvest.GuardFailure", lambda slot, here: {}[slot])
    assert any("KeyError" in failure for failure in failures(played, 1))


def test_negative_numbers_are_refused():
    scene = given("classic", phase="trade", turned_up=["soy"], coins={0: ["red"]}, options={"trade_coins": True})
    offer = {"seat": 0, "partner": 1, "give": face_up("soy")}
    scene.when(ProposeTrade(**offer, want={"red": 1}, give_coins=-1)).refused("CL-10.3")
    scene.when(ProposeTrade(**offer, want_coins=-1)).refused("CL-10.3")
    scene.when(ProposeTrade(**offer, want={"red": 0})).refused("CL-5.5")
    scene.when(OfferDonation(seat=0, to=1, cards=face_up("soy"), coins=-1)).refused("CL-10.3")
    scene.when(OfferDonation(seat=0, to=-1, cards=in_hand(0))).refused("CL-5.8")
    scene.when(ProposeTrade(**(offer | {"partner": -1}), want={"red": 1})).refused("CL-5.2")
    scene.when(HarvestField(seat=0, field=-1)).refused("CL-6.1")
    assert scene.when(ProposeTrade(**offer, want_coins=1, give_coins=1)).events
    planting = given("classic", hands={0: ["red"]})
    planting.when(PlantFromHand(seat=0, field=-1)).refused("CL-4.1")


def test_bp_8_1__no_village_gives_fewer_cards_than_none():
    scene = war({"village-1": 0}, phase="draw", draw_pile=["red"] * 6)
    scene.when(DrawCards(seat=0, extra=-1)).refused("BP-8.1")
    assert scene.when(DrawCards(seat=0, extra=1)).events

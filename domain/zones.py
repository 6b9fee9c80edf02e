"""The zones of a table where cards lie: those of every edition, and those that an edition adds."""

from typing import Final, TypeVar

from msgspec.structs import replace

from domain.events import Cards
from domain.evolve import remove_cards, require, require_cards
from domain.field_audiences import audiences_of
from domain.member_types import Kind, Member, Text, members_of
from domain.table import Annex
from domain.visibility import EVERYONE, OWNER, FirstFew

PILE: Final = "draw_pile"
UNDER: Final = "draw_pile_bottom"
DISCARDS: Final = "discard_pile"
TURNED_UP: Final = "turned_up"
HAND: Final = "hand"
FIELD: Final = "field"
COINS: Final = "coins"
ASIDE: Final = "set_aside"
Area = Text
"""Where cards lie: one of these zones, or one that an edition adds, by the name of its member, such as `depot`."""

FOR_ALL: Final = "all"
FOR_OWNER: Final = "owner"
FOR_NOBODY: Final = "nobody"
"""Who sees the cards in a zone; no viewer, where its owner sees only some of them."""
AnnexKind = TypeVar("AnnexKind", bound=Annex)


def annex_zone_audiences(annex: Annex | None) -> dict[str, str]:
    """Return who sees the cards of each zone of this annex, by the zone's name, including zones that are still None."""
    return {} if annex is None else {zone.name: _zone_audience(annex, zone) for zone in _zone_members(annex)}


def has_zone(annex: Annex | None, name: str) -> bool:
    """Return whether the zone of this name is there already, and not None."""
    return getattr(annex, _zone_member(annex, name).attribute) is not None


def cards_in(annex: Annex | None, name: str) -> Cards:
    """Return the cards in a zone of the annex; CorruptHistory where there is no such zone, or where it is None."""
    return require(getattr(annex, _zone_member(annex, name).attribute), f"there is no {name}")


def with_cards_removed(annex: AnnexKind | None, name: str, cards: Cards, seat: int | None) -> AnnexKind:
    """Return the annex without these cards in the zone of this name; AbsentCard where they do not lie there.

    From a zone hidden from all, the last cards are taken, so that every viewer computes the same.
    """
    held, zone = cards_in(annex, name), _zone_member(annex, name)
    host = require(annex, f"there is no {name}")
    if _zone_audience(host, zone) != FOR_NOBODY:
        return replace(host, **{zone.attribute: remove_cards(held, cards, name, seat)})
    left = held[: -len(cards)]
    require_cards(not remove_cards(held[len(left) :], cards, name, seat), cards, name, seat)
    changes: dict[str, object] = {zone.attribute: left}
    audience = audiences_of(type(host))[zone.attribute]
    if isinstance(audience, FirstFew):
        changes[audience.count] = min(getattr(host, audience.count), len(left))
    return replace(host, **changes)


def with_cards_added(annex: AnnexKind | None, name: str, cards: Cards) -> AnnexKind:
    """Return the annex with these cards added at the end of the zone of this name."""
    held = cards_in(annex, name)
    host = require(annex, f"there is no {name}")
    return replace(host, **{_zone_member(annex, name).attribute: held + cards})


def with_known_cards(annex: AnnexKind | None, name: str, cards: Cards) -> AnnexKind:
    """Return the annex with these cards in the zone of this name: the same cards, of which more is known now."""
    host = require(annex, f"there is no {name}")
    return replace(host, **{_zone_member(annex, name).attribute: cards})


def _zone_members(annex: Annex) -> list[Member]:
    return [one for one in members_of(type(annex)) if one.many and one.kind in (Kind.CARD, Kind.COIN)]


def _zone_member(annex: Annex | None, name: str) -> Member:
    zones = [] if annex is None else _zone_members(annex)
    return require(next((zone for zone in zones if zone.name == name), None), f"no {name} lies on this table")


def _zone_audience(annex: Annex, zone: Member) -> str:
    audience = audiences_of(type(annex))[zone.attribute]
    return FOR_ALL if audience == EVERYONE else FOR_OWNER if audience == OWNER else FOR_NOBODY

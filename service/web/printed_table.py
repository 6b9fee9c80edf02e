"""A table in a report: what lies where, before an event and after it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from domain.values import Value
from replay.positions.schema import cards_of
from service.web.language import language, translate

Position = Mapping[str, Any]
"""A table as `haricot-position/1` has it, in the caller's view."""


class Heap(Value):
    """Adjacent cards of one variety, and their number."""

    card: str
    count: int


class PrintedRow(Value):
    """What lies at one place, before an event and after it: groups of cards, a hand's front first, then words.

    `before` is None if there was no table yet.
    """

    title: str
    after: "PrintedPlace"
    before: "PrintedPlace | None" = None

    @property
    def changed(self) -> bool:
        """Whether the event has changed what lies there. The value of a harvest does not count."""
        return self.before is not None and self.before.printed_cards != self.after.printed_cards


class PrintedPlace(Value):
    """What lies at one place: groups of cards, or words. `beside` is additional data."""

    heaps: tuple[Heap, ...] = ()
    words: tuple[str, ...] = ()
    beside: str = ""

    @property
    def printed_cards(self) -> tuple[object, ...]:
        """What lies there, without the additional data."""
        return self.heaps, self.words


class TableWords:
    """The words of a table: the names of the seats, and the edition's words."""

    def __init__(self, names: Sequence[str], scripts: Mapping[str, Any], edition: str) -> None:
        self.names = names
        self.cards: Mapping[str, str] = scripts["names"]
        known = scripts["editions"].get(edition, {})
        self.phases: Mapping[str, str] = {**scripts["phases"], **known.get("phases", {})}
        self.noted: Mapping[str, str] = known.get("turn", {})
        self.places: Mapping[str, str] = known.get("words", {})
        self.areas: Mapping[str, Mapping[str, str]] = known.get("areas", {"table": {}, "seat": {}})

    def place(self, terrain: str) -> str:
        """Return the name of a terrain, such as `Iron mine 2` for `iron-mine-2`."""
        kind, _, mark = terrain.rpartition("-")
        called = kind.replace("-", "_") or mark
        name = self.places.get(called, called.replace("_", " "))
        return f"{name[:1].upper()}{name[1:]}" + (f" {self.places.get(mark, mark)}" if kind else "")


def heaps(cards: Iterable[str]) -> tuple[Heap, ...]:
    """Return cards in their order, with neighbours of one variety grouped."""
    return tuple(Heap(card=card, count=len(list(alike))) for card, alike in groupby(cards))


def seat_rows(snapshots: Sequence[Mapping[str, Any]], seat: int, words: TableWords) -> list[PrintedRow]:
    """Return what lies before a seat, a row for each place. `snapshots` are one or two tables."""
    places = [dict(_seat_places(snapshot, seat, words)) for snapshot in snapshots]
    return _rows(places)


def middle_rows(snapshots: Sequence[Mapping[str, Any]], words: TableWords) -> list[PrintedRow]:
    """Return what lies in the middle: piles, turned-up cards, offers, who holds which land."""
    return _rows([dict(_middle_places(snapshot["table"], words)) for snapshot in snapshots])


def _rows(places: Sequence[Mapping[str, PrintedPlace]]) -> list[PrintedRow]:
    titles = dict.fromkeys(title for one in places for title in one)
    nothing = PrintedPlace()
    before = places[0] if len(places) > 1 else None
    return [
        PrintedRow(
            title=title,
            after=places[-1].get(title, nothing),
            before=None if before is None else before.get(title, nothing),
        )
        for title in titles
    ]


def _seat_places(snapshot: Mapping[str, Any], seat: int, words: TableWords) -> Iterator[tuple[str, PrintedPlace]]:
    own, pays = snapshot["table"]["seats"][seat], snapshot.get("pays") or []
    hand = cards_of(own["hand"])
    yield translate(language(), "table-hand"), PrintedPlace(heaps=heaps(hand), beside=_cards(len(hand)) if hand else "")
    for index, field in enumerate(own["fields"]):
        paid = pays[seat][index] if pays else None
        beside = translate(language(), "table-pays", coins=paid["coins"]) if paid else ""
        if paid and paid["clause"]:
            beside += f" · {translate(language(), 'sheet-protected', clause=paid['clause'])}"
        yield translate(language(), "table-field", field=index + 1), PrintedPlace(heaps=heaps(field), beside=beside)
    coins = len(cards_of(own["coins"]))
    yield translate(language(), "ask-coins"), PrintedPlace(words=(str(coins),))
    if own["set_aside"]:
        yield translate(language(), "table-set-aside"), PrintedPlace(heaps=heaps(own["set_aside"]))
    for name, title in words.areas["seat"].items():
        if own.get(name):
            yield title, PrintedPlace(heaps=heaps(cards_of(own[name])))


def _middle_places(table: Position, words: TableWords) -> Iterator[tuple[str, PrintedPlace]]:
    drawn, discards = cards_of(table["draw_pile"]), cards_of(table["discard_pile"])
    yield translate(language(), "table-draw-pile"), PrintedPlace(words=(_cards(len(drawn)),), beside=_exhausted(table))
    top = heaps(discards[:1])
    yield translate(language(), "sheet-discards"), PrintedPlace(heaps=top, words=(_cards(len(discards)),))
    yield translate(language(), "table-turned-up"), PrintedPlace(heaps=heaps(table["turned_up"]))
    for name, title in words.areas["table"].items():
        if table.get(name):
            yield title, PrintedPlace(heaps=heaps(cards_of(table[name])))
    offers = [_trade(one, words) for one in table.get("proposals") or ()]
    offers += [_gift(one, words) for one in table.get("donations") or ()]
    if offers:
        yield translate(language(), "table-offers"), PrintedPlace(words=tuple(offers))
    yield from _lands(table, words)


def _exhausted(table: Position) -> str:
    count: int = table["exhaustions"]
    return translate(language(), "table-exhausted", count=count) if count else ""


def _cards(count: int) -> str:
    return translate(language(), "sheet-cards", count=count)


def _trade(offer: Mapping[str, Any], words: TableWords) -> str:
    wanted = [card for card, count in offer["want"].items() for _ in range(count)] + list(offer["want_turned_up"])
    partner = offer["with"]
    return translate(
        language(),
        "sheet-trade",
        n=str(offer["proposal"]),
        name=words.names[offer["seat"]],
        other=translate(language(), "table-anyone") if partner is None else words.names[partner],
        give=_goods([given["variety"] for given in offer["give"]], offer["give_coins"], words),
        want=_goods(wanted, offer["want_coins"], words),
    )


def _gift(offer: Mapping[str, Any], words: TableWords) -> str:
    return translate(
        language(),
        "sheet-gift",
        n=str(offer["proposal"]),
        name=words.names[offer["seat"]],
        other=words.names[offer["to"]],
        give=_goods([given["variety"] for given in offer["cards"]], offer["coins"], words),
    )


def _goods(cards: Iterable[str | None], coins: int, words: TableWords) -> str:
    """Return cards with coins as a list in words."""
    named = [words.cards.get(card, card) if card else translate(language(), "table-face-down") for card in cards]
    goods = [
        translate(language(), "sheet-of-each", count=named.count(name), name=name) for name in dict.fromkeys(named)
    ]
    goods += [translate(language(), "table-coins", count=coins)] if coins else []
    return ", ".join(goods) or translate(language(), "table-nothing")


def _lands(table: Position, words: TableWords) -> Iterator[tuple[str, PrintedPlace]]:
    """Yield the terrains of each seat, the cards on them, and what is attacked."""
    board = table.get("board")
    if not board:
        return
    if attack := table.get("attack"):
        name, place = words.names[table["turn"]["seat"]], words.place(attack["target"])
        sides = {side: (one["card"],) for side, one in (attack.get("committed") or {}).items()}
        attacks = translate(language(), "board-attacks", name=name, place=place)
        yield (
            translate(language(), "board-attack"),
            PrintedPlace(heaps=heaps(sides.get("attack", ())), words=(attacks,)),
        )
        yield translate(language(), "board-defence"), PrintedPlace(heaps=heaps(sides.get("defence", ())))
    for seat, name in enumerate(words.names):
        held = [_terrain(one, words) for one in board["terrains"] if one.get("owner") == seat]
        yield translate(language(), "sheet-lands", name=name), PrintedPlace(words=(", ".join(held),) if held else ())
    free = [_terrain(one, words) for one in board["terrains"] if one.get("owner") is None]
    yield translate(language(), "board-neutral"), PrintedPlace(words=(", ".join(free),) if free else ())


def _terrain(terrain: Mapping[str, Any], words: TableWords) -> str:
    stands = [translate(language(), f"board-{sign}") for sign in ("fortress", "empty") if terrain.get(sign)]
    stands += [translate(language(), f"board-riders-{terrain['riders']}")] if terrain.get("riders") else []
    name = words.place(terrain["id"])
    return f"{name} ({', '.join(stands)})" if stands else name

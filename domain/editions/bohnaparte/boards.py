"""The boards of Bohnaparte: which terrain lies where, printed or made by hand."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from importlib.resources import files
from typing import Annotated, Any, Final

import msgspec

from domain.member_types import Kind, Text
from domain.values import Value


class Place(Value):
    """Where a terrain lies: its row, counted from the top, and its left edge in half cards."""

    row: Annotated[int, msgspec.Meta(ge=0, le=63)]
    x: Annotated[int, msgspec.Meta(ge=0, le=127)]
    terrain: str


class Cell(Value, cache_hash=True):
    """A terrain of a board under the name by which commands and events call it."""

    id: Annotated[str, Kind.PLACE]
    row: Annotated[int, Kind.COUNT]
    x: Annotated[int, Kind.COUNT]
    terrain: Text


Neighbours = Mapping[str, tuple[str, ...]]

CELLS_MAX: Final = 64

_BOARDS: Final[dict[str, Any]] = tomllib.loads(
    files("domain.editions.bohnaparte").joinpath("boards.toml").read_text(encoding="utf-8")
)
COLOURS: Final[tuple[str, ...]] = tuple(_BOARDS["colours"])
MAPS: Final[Mapping[str, str]] = {name: board["map"] for name, board in _BOARDS["layouts"].items()}
PLAYERS: Final[Mapping[str, int]] = {name: board["players"] for name, board in _BOARDS["layouts"].items()}


def layout(name: str) -> tuple[Cell, ...]:
    """Return the cells of a layout of boards.toml in reading order; KeyError when there is none.

    Rule: BP-2.3, BP-10.3.
    """
    return cells_of_map(MAPS[name])


@cache
def cells_of_map(drawing: str) -> tuple[Cell, ...]:
    """Return the cells of a map as it is drawn in boards.toml, in reading order. Rule: BP-2.3, BP-10.3."""
    rows = drawing.splitlines()
    return named_cells(
        Place(row=row, x=column // 2, terrain=_BOARDS["codes"][line[column : column + 2]])
        for row, line in enumerate(rows)
        for column in range(0, len(line), 2)
        if line[column : column + 2].strip()
    )


def named_cells(places: Iterable[Place | Cell]) -> tuple[Cell, ...]:
    """Return these terrains in reading order, each with its id.

    Each camp takes the name of a colour, clockwise around the board from the first one read. Each other kind is
    numbered in reading order. A board has no more camps than there are colours.
    """
    read = sorted(places, key=lambda place: (place.row, place.x))
    camps = {(place.row, place.x): colour for place, colour in zip(_camps_clockwise(read), COLOURS, strict=False)}
    seen: Counter[str] = Counter()
    cells = []
    for place in read:
        seen[place.terrain] += 1
        mark = camps[place.row, place.x] if place.terrain == "camp" else seen[place.terrain]
        kind = place.terrain.replace("_", "-")
        cells.append(Cell(id=f"{kind}-{mark}", row=place.row, x=place.x, terrain=place.terrain))
    return tuple(cells)


def _camps_clockwise(places: list[Place | Cell]) -> list[Place | Cell]:
    camps = [place for place in places if place.terrain == "camp"]
    if not camps:
        return []
    down = Fraction(sum(place.row for place in places), len(places))
    right = Fraction(sum(place.x for place in places), len(places))
    first = _direction(camps[0].row - down, camps[0].x - right)
    return sorted(camps, key=lambda camp: (_direction(camp.row - down, camp.x - right) - first) % 4)


def _direction(down: Fraction, right: Fraction) -> Fraction:
    # Grows clockwise from 0 in the east to 4, as an angle does, but in fractions: equal on every machine.
    if not down and not right:
        return Fraction(0)
    part = down / (abs(down) + abs(right))
    return part % 4 if right >= 0 else 2 - part


def with_sides_turned(cells: Iterable[Cell], sides: Mapping[str, str]) -> tuple[Cell, ...]:
    """Turn some terrains to their other side; the places stay, the ids are assigned again. Rule: BP-14.1."""
    return named_cells(Place(row=cell.row, x=cell.x, terrain=sides.get(cell.terrain, cell.terrain)) for cell in cells)


def with_kinds(cells: Iterable[Cell], kinds: Iterable[str]) -> tuple[Cell, ...]:
    """Keep the camps, lay `kinds` on the other places in reading order, assign the ids again. Rule: BP-10.2."""
    following = iter(kinds)
    return named_cells(
        cell if cell.terrain == "camp" else Place(row=cell.row, x=cell.x, terrain=next(following)) for cell in cells
    )


@lru_cache(maxsize=256)
def neighbours(cells: tuple[Cell, ...], geometry: str) -> Neighbours:
    """Return which ids touch each id, in reading order; geometry is "staggered" or "grid". Rule: BP-2.4, BP-10.5."""
    left = min(cell.x for cell in cells)

    def touch(one: Cell, other: Cell) -> bool:
        rows = abs(one.row - other.row)
        if geometry == "grid":
            return rows + abs((one.x - left) // 2 - (other.x - left) // 2) == 1
        return (rows, abs(one.x - other.x)) in {(0, 2), (1, 1)}

    return {one.id: tuple(other.id for other in cells if touch(one, other)) for one in cells}


def all_reachable(cells: tuple[Cell, ...], geometry: str) -> bool:
    """Return whether every camp reaches every terrain but the rivers without entering a river. Rule: BP-10.2."""
    touching = neighbours(cells, geometry)
    dry = {cell.id for cell in cells if cell.terrain != "river"}
    # Touching goes both ways: if one terrain reaches all the others, so does each of them.
    edge = [dry.pop()] if dry else []
    while edge:
        beyond = dry.intersection(touching[edge.pop()])
        dry -= beyond
        edge += beyond
    return not dry


def custom_cells(text: str, players: int, counts: Mapping[str, int], geometry: str = "staggered") -> tuple[Cell, ...]:
    """Return the board of a JSON text such as `[{"row": 0, "x": 3, "terrain": "quarry"}, ...]`.

    `counts` holds the number of cards of each kind of terrain; a kind that is not in it may not be used.
    Raises ValueError with the reason why it cannot be a board. Rule: BP-10.4.
    """
    places = _read_places(text)
    twice = [where for where, times in Counter((place.row, place.x) for place in places).items() if times > 1]
    if twice:
        raise ValueError(f"two cards lie on row {twice[0][0]}, x {twice[0][1]}")
    used = Counter(place.terrain for place in places)
    for kind, times in used.items():
        if kind not in counts:
            raise ValueError(f"there is no terrain {kind!r} here; there are {', '.join(counts)}")
        if times > counts[kind]:
            raise ValueError(f"the board has {times} cards {kind!r}, and there are {counts[kind]}")
    if used["camp"] != players:
        raise ValueError(f"the board has {used['camp']} camps for {players} players; it needs one for each")
    cells = named_cells(places)
    if not all_reachable(cells, geometry):
        raise ValueError("some terrain cannot be reached from every camp without entering a river")
    return cells


def _read_places(text: str) -> tuple[Place, ...]:
    try:
        places = msgspec.json.decode(text, type=tuple[Place, ...])
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise ValueError(f"a board is a JSON list of cells with row, x and terrain: {error}") from None
    if not 0 < len(places) <= CELLS_MAX:
        raise ValueError(f"a board has 1 to {CELLS_MAX} cells, not {len(places)}")
    return places

"""The story of a finished game: places, what each seat earned and exchanged, and the moments that mattered."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Annotated, Final, NamedTuple

from domain.cards import Card
from domain.editions import rulebook_of
from domain.events import Event, FieldHarvested, GameEnded
from domain.invariants import broken_tables_as_corrupt
from domain.member_types import Count, EditionId, SeatIndex, one_of
from domain.refusals import CorruptHistory
from domain.rulebook import Rulebook
from domain.table import Table
from domain.upcasters import upcast
from domain.values import Value
from projections.analytics.game_course import GIFT, GameCourse, HarvestLine, TradeLine, game_course
from projections.analytics.game_figures import (
    COIN_VALUE,
    GameFigures,
    SeatFigures,
    VarietyFigures,
    card_values,
    game_figures,
)
from projections.analytics.statistics_sums import places_of

Step = tuple[int, int, Event, Table]
"""Event n, when it happened, what it was, and the table after it."""

LEAD, HARVEST, TRADE = "lead", "harvest", "trade"
MomentKind = Annotated[str, one_of(LEAD, HARVEST, TRADE, GIFT)]
KIND_MAX: Final = 8
"""How many moments of one kind a story has at most: those of the greatest size."""
SIZE_MIN: Final = COIN_VALUE
"""From which size on a harvest, a trade or a gift is a moment."""


class KeyMoment(Value, omit_defaults=False):
    """A moment that mattered, at event n.

    - `lead`: `seat` takes the lead from `partner`, who had it before; the first lead has no `partner`.
    - `harvest`: `seat` sells a field.
    - `trade`, `gift`: `seat` gets more than it gives to `partner`.

    `size` is what it was worth, in hundredths of a coin, or of a point: the greatest margin of the lead, the coins of
    the harvest, the difference between the sides of an exchange by the best rates of the beanometers.
    """

    n: Count
    kind: MomentKind
    turn: Count
    seat: SeatIndex
    partner: SeatIndex | None
    size: Count


class BestHarvest(Value, omit_defaults=False):
    """The harvest that paid a seat most: the field's `cards`, those kept as coins among them."""

    n: Count
    turn: Count
    cards: dict[Card, Count]
    coins: Count


class SeatStory(Value, omit_defaults=False):
    """How a game went for one seat.

    `varieties` are what each bean brought, the most coins first. `given` and `got` are the values of all that it
    exchanged, in hundredths of a coin.
    """

    seat: SeatIndex
    place: Count
    score: int
    exchanges: Count
    given: Count
    got: Count
    harvests: Count
    losses: Count
    best_harvest: BestHarvest | None
    varieties: tuple[VarietyFigures, ...]


class Story(Value, omit_defaults=False):
    """The story of a finished game; `turned` is the moment when the winner took the lead for good.

    `moments` are in the order of the game.
    """

    edition: EditionId
    version: Count
    turns: Count
    lead_changes: Count
    winners: tuple[SeatIndex, ...]
    tie_break: str | None
    turned: KeyMoment | None
    seats: tuple[SeatStory, ...]
    moments: tuple[KeyMoment, ...]


class _Lead(NamedTuple):
    n: int
    turn: int
    seat: int
    before: int | None
    margin: int


def tell_story(steps: Sequence[Step]) -> Story | None:
    """Return the story of a game, from all its events; None for one without a result."""
    if not steps:
        return None
    n, _, _, last = steps[-1]
    events = [upcast(event) for _, _, event, _ in steps]
    ended = next((event for event in reversed(events) if isinstance(event, GameEnded)), None)
    if ended is None:
        return None
    rulebook = rulebook_of(last)
    meters = rulebook.selling.meters
    figures = game_figures(last.edition, len(last.seats), meters, events)
    assert figures is not None, "it has ended"
    course = game_course(len(last.seats), card_values(meters), steps)
    leads = _leads(rulebook, steps)
    changes = [_lead_moment(lead) for lead in leads]
    turned = changes[-1] if changes and ended.winners == (changes[-1].seat,) else None
    return Story(
        edition=last.edition,
        version=n,
        turns=figures.turns,
        lead_changes=sum(lead.before is not None for lead in leads),
        winners=ended.winners,
        tie_break=ended.tie_break,
        turned=turned,
        seats=tuple(_seats(figures, ended, course, {step: event for step, _, event, _ in steps})),
        moments=_moments(changes, turned, course),
    )


@broken_tables_as_corrupt
def _scores(rulebook: Rulebook, table: Table) -> tuple[int, ...]:
    """Return what each seat would score now; CorruptHistory at an impossible table."""
    return rulebook.ending.score(rulebook, table)


def _leads(rulebook: Rulebook, steps: Iterable[Step]) -> list[_Lead]:
    """Return the leads of a game in their order, each by one seat alone, with the greatest margin that it had."""
    leads: list[_Lead] = []
    seen = Table()
    for n, _, _, table in steps:
        if table.seats is seen.seats and table.annex is seen.annex:
            continue
        seen = table
        with suppress(CorruptHistory):
            _add_lead(leads, n, table, _scores(rulebook, table))
    return leads


def _add_lead(leads: list[_Lead], n: int, table: Table, scores: tuple[int, ...]) -> None:
    """Note who leads after event n, unless several seats have as much."""
    if not scores:
        return
    seat = scores.index(max(scores))
    margin = scores[seat] - max((score for other, score in enumerate(scores) if other != seat), default=0)
    if not margin:
        return
    if leads and leads[-1].seat == seat:
        leads[-1] = leads[-1]._replace(margin=max(margin, leads[-1].margin))
    else:
        leads.append(_Lead(n, table.turn.number, seat, leads[-1].seat if leads else None, margin))


def _lead_moment(lead: _Lead) -> KeyMoment:
    size = lead.margin * COIN_VALUE
    return KeyMoment(n=lead.n, kind=LEAD, turn=lead.turn, seat=lead.seat, partner=lead.before, size=size)


def _moments(leads: Sequence[KeyMoment], turned: KeyMoment | None, course: GameCourse) -> tuple[KeyMoment, ...]:
    """Return the moments of a game: of each kind those of the greatest size, and always the one when it turned."""
    chosen = _largest_moments(leads)
    if turned is not None and turned not in chosen:
        chosen[-1] = turned
    chosen += _largest_moments([_harvest_moment(line) for line in course.harvests])
    chosen += _largest_moments([_exchange_moment(line) for line in course.trades])
    return tuple(sorted(chosen, key=lambda one: (one.n, one.kind)))


def _largest_moments(moments: Iterable[KeyMoment]) -> list[KeyMoment]:
    found = [one for one in moments if one.size >= SIZE_MIN]
    return sorted(found, key=lambda one: (-one.size, one.n))[:KIND_MAX]


def _harvest_moment(line: HarvestLine) -> KeyMoment:
    return KeyMoment(
        n=line.n, kind=HARVEST, turn=line.turn or 0, seat=line.seat, partner=None, size=line.coins * COIN_VALUE
    )


def _exchange_moment(line: TradeLine) -> KeyMoment:
    """Return the moment of a trade or a gift, for the seat that got more."""
    gain = (line.given_value or 0) - (line.received_value or 0)
    seat, partner = (line.partner, line.seat) if gain > 0 else (line.seat, line.partner)
    kind = GIFT if line.kind == GIFT else TRADE
    return KeyMoment(n=line.n, kind=kind, turn=line.turn or 0, seat=seat, partner=partner, size=abs(gain))


def _seats(figures: GameFigures, ended: GameEnded, course: GameCourse, events: dict[int, Event]) -> Iterable[SeatStory]:
    places = places_of(ended.scores, ended.winners)
    given: defaultdict[int, int] = defaultdict(int)
    got: defaultdict[int, int] = defaultdict(int)
    exchanges: Counter[int] = Counter()
    for pair in figures.pairs:
        one, other = pair.seats
        for seat, out, back in ((one, pair.given, pair.got), (other, pair.got, pair.given)):
            given[seat] += out
            got[seat] += back
            exchanges[seat] += pair.trades + pair.gifts
    for one_seat in figures.seats:
        seat = one_seat.seat
        yield SeatStory(
            seat=seat,
            place=places[seat],
            score=one_seat.score,
            exchanges=exchanges[seat],
            given=given[seat],
            got=got[seat],
            harvests=one_seat.harvests,
            losses=one_seat.losses,
            best_harvest=_best_harvest([line for line in course.harvests if line.seat == seat and line.coins], events),
            varieties=_by_coins(one_seat),
        )


def _by_coins(figures: SeatFigures) -> tuple[VarietyFigures, ...]:
    return tuple(sorted(figures.varieties, key=lambda one: (-one.coins, -one.planted, one.variety)))


def _best_harvest(harvests: Sequence[HarvestLine], events: dict[int, Event]) -> BestHarvest | None:
    if not harvests:
        return None
    line = max(harvests, key=lambda one: (one.coins, -one.n))
    event = upcast(events[line.n])
    assert isinstance(event, FieldHarvested)
    cards = Counter([*event.discarded, *event.coins])
    return BestHarvest(n=line.n, turn=line.turn or 0, cards=dict(cards), coins=line.coins)

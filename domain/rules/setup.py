"""Section 2 of every rulebook: setting up a game, from its creation to the deal."""

from collections.abc import Iterable

from msgspec.structs import replace

from domain.clock_events import GameTimed
from domain.clock_terms import require_terms
from domain.commands import CreateGame, TakeSeat
from domain.deal_commitments import agreement_of, seats_deal_awaits, without_agreement
from domain.events import CardsDealt, DeckShuffled, GameCreated, GameStarted, Rules, SeatTaken
from domain.evolve import applies, blank_annexes_of, require
from domain.pending_events import PendingEvents
from domain.rulebook import Mechanism, Move, Phase, Rulebook
from domain.rules import deal_shares
from domain.rules.turn import start_turn
from domain.table import NOTHING_YET, SEATING, Seat, Sitter, Table, Turn, pseudonym_of


def forbids_create(rulebook: Rulebook, table: Table, move: CreateGame) -> Mechanism | None:
    """Forbid nothing: the rulebook is already composed for these players and options. Rule: CL-2.1."""
    return None


def create(rulebook: Rulebook, draft: PendingEvents, move: CreateGame) -> None:
    """Fix the rules of the game, with all options resolved, and its clock. Rule: CL-2.1, CL-2.7, CK-1."""
    rules = Rules(version=rulebook.data.version, options=dict(rulebook.options), digest=rulebook.data.digest)
    draft.record(
        GameCreated(
            edition=rulebook.data.key,
            rules=rules,
            players=rulebook.players,
            fields=rulebook.initial_fields,
            practice=move.practice,
            commitment=draft.chance.commitment,
        )
    )
    deal_shares.agree_on_deal(draft, move)
    if move.clock is not None:
        require_terms(move.clock)
        draft.record(GameTimed(terms=move.clock))


def forbids_take_seat(rulebook: Rulebook, table: Table, move: TakeSeat) -> Mechanism | None:
    """Forbid a seat that is taken."""
    return "setup.seat" if table.seats[move.seat].sitter is not None else None


def take_seat(rulebook: Rulebook, draft: PendingEvents, move: TakeSeat) -> None:
    """Seat a player; with the last one begin the game. Rule: CL-2.2 to CL-2.6."""
    deal_shares.seat_player(draft, move)
    deal_shares.begin_if_shares_complete(rulebook, draft)


def begin(rulebook: Rulebook, draft: PendingEvents) -> None:
    """Choose the start player at random or by option, shuffle, deal, and start the first turn.

    Rule: CL-2.2 to CL-2.6, AMB-GE-11.
    """
    everyone = tuple(range(rulebook.players))
    start = 0 if rulebook.options.get("start_player") == "seat_0" else draft.draw_lot(everyone)
    draft.record(GameStarted(start_player=start))
    deal(rulebook, draft, start)
    start_turn(rulebook, draft, start)


def deal(rulebook: Rulebook, draft: PendingEvents, first: int) -> None:
    """Shuffle the deck and deal one card at a time from seat `first`, passing over complete hands.

    Rule: CL-2.2, CL-2.3, AMB-GE-11.
    """
    order = draft.shuffle(rulebook.deck)
    draft.record(DeckShuffled(reason="setup", count=len(order), order=order))
    seats = [(first + turn) % rulebook.players for turn in range(rulebook.players)]
    dealt: dict[int, list[int]] = {seat: [] for seat in seats}
    place = 0
    for round_ in range(max(rulebook.hand_sizes)):
        for seat, size in zip(seats, rulebook.hand_sizes, strict=True):
            if round_ < size:
                dealt[seat].append(place)
                place += 1
    left = list(range(len(order)))
    for seat in seats:
        # Each seat's cards lie where the hands dealt before it have left them.
        places = tuple(left.index(place) for place in dealt[seat])
        cards = tuple(order[place] for place in dealt[seat])
        left = [place for place in left if place not in dealt[seat]]
        draft.record(CardsDealt(seat=seat, places=places, cards=cards))


def _take_seat_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[TakeSeat]:
    agreed = agreement_of(table)
    secret = agreed is not None and bool(agreed.commitments)  # a committed share stays secret
    return [] if secret else [TakeSeat(seat=seat, kind="human", pseudonym=pseudonym_of(seat))]


def _create_candidates(rulebook: Rulebook, table: Table, seat: int) -> Iterable[CreateGame]:
    return []


OPENING = (
    Phase(
        name=NOTHING_YET,
        moves={CreateGame: Move(guard=forbids_create, rule=create, candidates=_create_candidates)},
        interruptible=False,
    ),
    Phase(
        name=SEATING,
        moves={TakeSeat: Move(guard=forbids_take_seat, rule=take_seat, candidates=_take_seat_candidates)},
        awaited_seats=seats_deal_awaits,
        interruptible=False,
    ),
)
"""What comes before the first turn."""


@applies(GameCreated)
def game_created(table: Table, event: GameCreated) -> Table:
    """Set up an empty table with its seats and fields."""
    require(not table.edition, "a game is created once")
    blanks = blank_annexes_of(event.edition)
    seat = Seat(fields=((),) * event.fields, annex=blanks.seat)
    return Table(
        edition=event.edition,
        rules=event.rules,
        practice=event.practice,
        commitment=event.commitment,
        seats=(seat,) * event.players,
        turn=Turn(phase=SEATING, annex=blanks.turn),
        annex=blanks.table,
    )


@applies(SeatTaken)
def seat_taken(table: Table, event: SeatTaken) -> Table:
    """Set the player of the seat: a pseudonym, a kind and a share of the deal."""
    seat = table.seats[event.seat]
    require(seat.sitter is None, "a seat is taken once")
    sitter = Sitter(pseudonym=event.pseudonym, kind=event.kind, contribution=event.contribution, bot=event.bot)
    return table.with_seat(event.seat, replace(seat, sitter=sitter))


@applies(GameStarted)
def game_started(table: Table, event: GameStarted) -> Table:
    """Give the turn to the seat that was drawn to start."""
    first = event.first_camp_chooser if event.start_player is None else event.start_player
    seat = require(first, says := "the start player sits at the table")
    require(seat < len(table.seats), says)
    table = without_agreement(table)
    return replace(table, turn=replace(table.turn, seat=seat))

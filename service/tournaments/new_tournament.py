"""Makes tournaments, and the tokens of their officials and players."""

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Final

from domain.clock_terms import ClockTerms
from domain.edition_data.edition import EditionData
from domain.editions import edition_named
from domain.player_names import kept_name, text_fault
from domain.refusals import Misuse
from domain.tournaments.commands import CreateTournament
from domain.tournaments.counter_stream import secret_before
from domain.tournaments.events import HEATS, ROUNDS_MAX
from domain.tournaments.evolve import tournament_of
from domain.tournaments.state import Tournament
from domain.tournaments.table_points import DEFAULT as TABLE_POINTS
from domain.tournaments.tie_breaks import DEFAULT as TIE_BREAKS
from domain.values import Value
from domain.visibility import Option
from service.access.policy import ARBITER, DIRECTOR, PLAYER, SCORER
from service.access.tokens import TOURNAMENT_KINDS, new_token
from service.lifecycle.importing import random_id
from service.store.entries.metadata_store import Entry, TokenEntry
from service.store.entries.tournament_entries import TournamentGrant, TournamentSettings
from service.store.event_store import GameStore
from service.store.metadata_cache import MetadataCache
from service.tournaments.tournament_handler import TournamentHandler, new_secret
from service.tournaments.tournament_store import TournamentStore
from service.tournaments.tournament_words import is_numbered, pseudonyms

Register = GameStore | MetadataCache
PREFERRED: Final = 4
"""The preferred size of tables, or the nearest that the edition allows."""
FIRST_SEAT: Final = ("start_player", "seat_0")
"""The option by which the first seat begins: then turn order is what the draw balances."""
TITLE_MAX: Final = 100
"""How many characters a title has at most."""
DELAY_MAX_SECONDS: Final = 86_400
OFFICIAL_KINDS: Final = (DIRECTOR, SCORER, ARBITER)
"""The kinds of tokens that a new tournament has one of each."""


class NewTournament(Value):
    """A tournament to be made. Without `preferred` tables have 4 players, or the nearest that the edition allows.

    With `duplicate` the tables of a round play the same deals, and the same seats are compared by this rule.

    Of a `private` one only its officials and players know; all others follow it with a delay of `delay_ms`.
    """

    title: str
    edition: str
    rounds: int
    format: str = HEATS
    preferred: int | None = None
    options: dict[str, Option] = {}
    table_points: tuple[str, ...] = TABLE_POINTS
    tie_breaks: tuple[str, ...] = TIE_BREAKS
    final: int | None = None
    advance: int | None = None
    seeding: str | None = None
    counted: int | None = None
    round_seconds: int | None = None
    duplicate: str | None = None
    clock: ClockTerms | None = None
    private: bool = False
    delay_ms: int = 0
    id: str | None = None


class CreatedTournament(Value):
    """A tournament that was made, and the tokens of its first officials by their kinds."""

    tournament: Tournament
    tokens: dict[str, str]


def create_tournament(
    register: Register, wish: NewTournament, clock: Callable[[], int], *beside: Entry
) -> CreatedTournament:
    """Make a tournament; `beside` is written with it.

    TournamentRefused or Misuse when there can be no such tournament, Conflict when there is one of this id.
    """
    at, id_ = clock(), random_id(wish.edition) if wish.id is None else wish.id
    if not 0 <= wish.delay_ms <= 1000 * DELAY_MAX_SECONDS:
        raise Misuse(f"a delay is 0 to {DELAY_MAX_SECONDS} seconds", place="body.delay_ms")
    settings = TournamentSettings(
        tournament=id_, title=good_title(wish.title), made=at, private=wish.private, delay_ms=wish.delay_ms
    )
    secret, tokens, entries = new_secret(), dict[str, str](), list[Entry]()
    for kind in OFFICIAL_KINDS:
        tokens[kind], granted = token_of(id_, kind, kind, at)
        entries += granted
    handler = TournamentHandler(TournamentStore(register), clock)
    tournament = handler.create(creation(wish, id_, secret), secret, settings, *entries, *beside)
    return CreatedTournament(tournament=tournament, tokens=tokens)


def create_official(register: Register, tournament: str, kind: str, pseudonym: str | None, at: int) -> str:
    """Return one more token of a tournament; without a pseudonym its holder is numbered on, as in `scorer-2`.

    Misuse for a kind that a tournament does not have, and for a player who is not registered.
    """
    known = TournamentStore(register).record(tournament)
    entrants = tournament_of(one.event for one in known).entrants
    taken = [one.pseudonym for one in register.find_entries(TournamentGrant, tournament=tournament)]
    token, entries = token_of(tournament, kind, official_pseudonym(kind, pseudonym, entrants, taken), at)
    register.save_entries(*entries)
    return token


def official_pseudonym(kind: str, pseudonym: str | None, entrants: Container[str], taken: Sequence[str]) -> str:
    """Return the pseudonym of the holder of a new token of this kind, beside those that are `taken`.

    Misuse as `create_official` raises it.
    """
    if kind not in TOURNAMENT_KINDS:
        raise Misuse(f"tokens of a tournament are for a {', '.join(TOURNAMENT_KINDS)}, not {kind[:40]!r}", place="kind")
    if kind == PLAYER:
        if pseudonym is None or pseudonym not in entrants:
            says = f"a player's token names a registered player, such as player-1, not {(pseudonym or '')[:64]!r}"
            raise Misuse(says, place="pseudonym")
        return pseudonym
    if pseudonym is not None and pseudonym != kind and not is_numbered(pseudonym, kind):
        says = f"a {kind} is known as {kind}, {kind}-2 and so on, not {pseudonym[:64]!r}"
        raise Misuse(says, place="pseudonym")
    return pseudonym or (kind if kind not in taken else next(pseudonyms(kind, {}, (f"{kind}-1", *taken))))


def token_of(
    tournament: str, kind: str, pseudonym: str, at: int, expires: int | None = None
) -> tuple[str, tuple[TokenEntry, TournamentGrant]]:
    """Return a token of a tournament, and the entries that make it valid."""
    token, entry = new_token(kind, at=at, expires=expires)
    return token, (entry, TournamentGrant(digest=entry.digest, tournament=tournament, pseudonym=pseudonym))


def creation(wish: NewTournament, tournament: str, secret: str) -> CreateTournament:
    """Return the command that creates a tournament with the last secret of its chain.

    Misuse for options that its edition does not have.
    """
    data = edition_named(wish.edition).data
    return CreateTournament(
        tournament=tournament,
        edition=data.key,
        options=_options(data, wish.options),
        format=wish.format,
        rounds=wish.rounds,
        smallest=min(data.players),
        preferred=preferred_size(wish.edition, wish.preferred),
        largest=max(data.players),
        table_points=wish.table_points,
        tie_breaks=wish.tie_breaks,
        commitment=secret_before(secret, ROUNDS_MAX),
        final=wish.final,
        advance=wish.advance,
        seeding=wish.seeding,
        counted=wish.counted,
        round_seconds=wish.round_seconds,
        duplicate=wish.duplicate,
        clock=wish.clock,
    )


def preferred_size(edition: str, chosen: int | None) -> int:
    """Return the chosen size of tables, or that nearest to the usual one which the edition allows."""
    players = edition_named(edition).data.players
    return min(max(PREFERRED, min(players)), max(players)) if chosen is None else chosen


def _options(data: EditionData, chosen: Mapping[str, Option]) -> dict[str, Option]:
    """Return the options of all games of a tournament; the first seat begins wherever an edition lets one choose."""
    name, value = FIRST_SEAT
    fixed = {name: value} if any(rule.name == name for rule in data.all_options) else {}
    data.resolved(chosen)
    if fixed and chosen.get(name, value) != value:
        raise Misuse(f"the players of a table are drawn in turn order, so {name} is {value}", place="body.options")
    return {**chosen, **fixed}


def good_title(title: str) -> str:
    """Return a title as it is kept; Misuse for one that cannot be shown."""
    kept = kept_name(title)
    if (fault := text_fault(kept, TITLE_MAX)) is not None:
        raise Misuse(f"a title has 1 to {TITLE_MAX} printable characters; {fault}", place="body.title")
    return kept

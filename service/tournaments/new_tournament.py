"""Creates tournaments, and the tokens of their officials and players."""

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Final

from domain.clock_terms import ClockTerms
from domain.edition_data.edition import EditionData
from domain.editions import edition_named
from domain.player_names import normalized_name, text_fault
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
from service.tournaments.tournament_words import free_pseudonyms, is_numbered

Register = GameStore | MetadataCache
PREFERRED_TABLE_SIZE: Final = 4
"""The default size of tables, if the edition allows it."""
FIRST_SEAT: Final = ("start_player", "seat_0")
"""The option by which the first seat begins, because the draw assigns seats in balanced turn order."""
TITLE_MAX: Final = 100
"""How many characters a title has at most."""
DELAY_MAX_SECONDS: Final = 86_400
OFFICIAL_KINDS: Final = (DIRECTOR, SCORER, ARBITER)
"""A new tournament has one token of each of these kinds."""


class NewTournament(Value):
    """A request to create a tournament.

    Without `preferred`, tables have 4 players, or the nearest size that the edition allows. With `duplicate`, the
    tables of a round play the same deals, and this rule compares the same seats. Only officials and players see a
    `private` tournament. All other clients see a tournament with a delay of `delay_ms`.
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
    """A created tournament, and the tokens of its first officials by kind."""

    tournament: Tournament
    tokens: dict[str, str]


def create_tournament(
    register: Register, wish: NewTournament, clock: Callable[[], int], *beside: Entry
) -> CreatedTournament:
    """Create a tournament, and write the entries `beside` in the same transaction.

    Raises TournamentRefused or Misuse for an impossible request, and Conflict if the id is taken.
    """
    at, id_ = clock(), random_id(wish.edition) if wish.id is None else wish.id
    if not 0 <= wish.delay_ms <= 1000 * DELAY_MAX_SECONDS:
        raise Misuse(f"a delay is 0 to {DELAY_MAX_SECONDS} seconds", place="body.delay_ms")
    settings = TournamentSettings(
        tournament=id_, title=checked_title(wish.title), made=at, private=wish.private, delay_ms=wish.delay_ms
    )
    secret, tokens, entries = new_secret(), dict[str, str](), list[Entry]()
    for kind in OFFICIAL_KINDS:
        tokens[kind], granted = new_tournament_token(id_, kind, kind, at)
        entries += granted
    handler = TournamentHandler(TournamentStore(register), clock)
    tournament = handler.create(creation_command(wish, id_, secret), secret, settings, *entries, *beside)
    return CreatedTournament(tournament=tournament, tokens=tokens)


def create_official(register: Register, tournament: str, kind: str, pseudonym: str | None, at: int) -> str:
    """Create another token of a tournament. Without a pseudonym its holder gets the next number, as in `scorer-2`.

    Raises Misuse for an unknown kind, and for a player who is not registered.
    """
    known = TournamentStore(register).record(tournament)
    entrants = tournament_of(one.event for one in known).entrants
    taken = [one.pseudonym for one in register.find_entries(TournamentGrant, tournament=tournament)]
    token, entries = new_tournament_token(tournament, kind, official_pseudonym(kind, pseudonym, entrants, taken), at)
    register.save_entries(*entries)
    return token


def official_pseudonym(kind: str, pseudonym: str | None, entrants: Container[str], taken: Sequence[str]) -> str:
    """Return the pseudonym for the holder of a new token of this kind. `taken` are the pseudonyms of other holders.

    Raises Misuse as `create_official` does.
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
    return pseudonym or (kind if kind not in taken else next(free_pseudonyms(kind, {}, (f"{kind}-1", *taken))))


def new_tournament_token(
    tournament: str, kind: str, pseudonym: str, at: int, expires: int | None = None
) -> tuple[str, tuple[TokenEntry, TournamentGrant]]:
    """Return a new token of a tournament, and the entries that make it valid."""
    token, entry = new_token(kind, at=at, expires=expires)
    return token, (entry, TournamentGrant(digest=entry.digest, tournament=tournament, pseudonym=pseudonym))


def creation_command(wish: NewTournament, tournament: str, secret: str) -> CreateTournament:
    """Return the command that creates a tournament. `secret` is the last secret of its hash chain.

    Raises Misuse for options that its edition does not have.
    """
    data = edition_named(wish.edition).data
    return CreateTournament(
        tournament=tournament,
        edition=data.key,
        options=_options(data, wish.options),
        format=wish.format,
        rounds=wish.rounds,
        smallest=min(data.players),
        preferred=table_size(wish.edition, wish.preferred),
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


def table_size(edition: str, chosen: int | None) -> int:
    """Return the chosen size of tables, or else the allowed size nearest to the default."""
    players = edition_named(edition).data.players
    return min(max(PREFERRED_TABLE_SIZE, min(players)), max(players)) if chosen is None else chosen


def _options(data: EditionData, chosen: Mapping[str, Option]) -> dict[str, Option]:
    """Return the options of all games of a tournament. The first seat begins if the edition has that option."""
    name, value = FIRST_SEAT
    fixed = {name: value} if any(rule.name == name for rule in data.all_options) else {}
    data.resolved(chosen)
    if fixed and chosen.get(name, value) != value:
        raise Misuse(f"the players of a table are drawn in turn order, so {name} is {value}", place="body.options")
    return {**chosen, **fixed}


def checked_title(title: str) -> str:
    """Return a title as it is stored. Raises Misuse for a title that cannot be shown."""
    kept = normalized_name(title)
    if (fault := text_fault(kept, TITLE_MAX)) is not None:
        raise Misuse(f"a title has 1 to {TITLE_MAX} printable characters; {fault}", place="body.title")
    return kept

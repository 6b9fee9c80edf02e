"""The organiser's actions: fill seats, create and revoke tokens, pause and void games.

Each action is decided in the transaction that writes it.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.commands import TakeSeat
from domain.disputes.events import PAUSE, RESUME, VOID
from domain.refusals import Refusal
from domain.table import pseudonym_of
from service.access.annotations import TRACES_PER_PRINCIPAL_MAX, new_annotation, require_annotation_quota
from service.access.arbiter_actions import PowerUse, ensure_game_key, filed_events, power_use_entries
from service.access.audit_trail import trace_text
from service.access.context import Context
from service.access.policy import ARBITER, SEAT
from service.access.tokens import new_token
from service.access.visibility_scope import VisibilityScope
from service.commands.run_sync import run_sync
from service.lifecycle.idempotency import Attempt, earlier_result
from service.lifecycle.new_game import SeatRequest, TokenWish, player_entry
from service.lifecycle.seating import grant_entries, revocation_entries, seat_change_entries
from service.lifecycle.service_tokens import cascading_revocations
from service.lifecycle.share_deadlines import free_seat, is_bound_by_deal, require_freeable
from service.lifecycle.token_holders import bearer_entry, person_of
from service.ops.clock import now_ms
from service.store.entries.metadata_store import Annotation, Arrangement, Entry, MetadataStore, Player, TokenEntry


def update_seat(context: Context, sight: VisibilityScope, seat: int, wish: SeatRequest) -> str | None:
    """Put another player into a seat, and revoke the seat's tokens. Return the new token of a human, or None for a bot.

    While a tournament's deal is made, the seat is freed instead. The new player then sits down with a new share.
    """
    sight.require_seat(seat, "path.seat")
    live = context.tables.current(sight.game)
    if bound := is_bound_by_deal(live.table, seat):
        require_freeable(context, sight, live, seat)
    at = now_ms()
    token, entry = new_token("seat", game=sight.game, seat=seat, at=at)
    says = trace_text(
        "seat.bot" if wish.kind == "bot" else "seat.other", seat=seat
    )  # no name, so that it can be erased

    def entries(register: MetadataStore) -> Iterator[Entry]:
        yield from seat_change_entries(register, player_entry(sight.game, seat, wish), sight.live.version, at)
        if wish.kind == "human":
            yield entry
            yield bearer_entry(entry, wish.person, person_of(sight.principal, register))
        yield public_trace(register, sight, "seat", says, at=at)

    context.register.change_entries(entries)
    if bound:  # only now, or the former player could sit down again at once
        free_seat(context, sight, seat)
    if wish.kind == "bot" and context.tables.current(sight.game).table.seats[seat].sitter is None:
        try:
            bot = player_entry(sight.game, seat, wish).bot
            sits = TakeSeat(seat=seat, kind="bot", pseudonym=pseudonym_of(seat), bot=bot)
            run_sync(context.command_handler.handle(sight.game, sits, by=f"seat:{seat}"))
        except Refusal:  # a player sat down meanwhile, and the bot plays on for that player
            if context.tables.current(sight.game).table.seats[seat].sitter is None:
                raise
    context.notifier.notify(sight.game, sight.live.version)
    return token if wish.kind == "human" else None


def name_unnamed_player(context: Context, game: str, seat: int, name: str) -> None:
    """Name the player of this seat, unless the player has a name."""

    def entries(register: MetadataStore) -> Iterator[Entry]:
        sits = next(
            iter(register.find_entries(Player, game=game, seat=seat)), Player(game=game, seat=seat, kind="human")
        )
        if sits.name is None:
            yield replace(sits, name=name)

    context.register.change_entries(entries)


def create_game_token(
    context: Context, sight: VisibilityScope, attempt: Attempt, wish: TokenWish
) -> tuple[str, TokenEntry, bool]:
    """Create a token of the game. Return it, its entry, and whether this was a retry.

    A new token of a seat revokes the seat's other tokens. A token that shows a hand leaves a public trace.
    """
    before: list[str] = []
    if wish.seat is not None:
        sight.require_seat(wish.seat, "seat")
    at = now_ms()
    expires = None if wish.seconds is None else at + 1000 * wish.seconds
    token, made = new_token(wish.kind, game=sight.game, seat=wish.seat, at=at, expires=expires, reason=wish.reason)

    def entries(register: MetadataStore) -> Iterator[Entry]:
        before[:] = [once for once in [earlier_result(register, attempt)] if once is not None]
        for digest in before:  # the client may not have received the first token: the new one replaces it
            yield from revocation_entries(register, at, digest=digest)
        yield from attempt.result_entries(register, made.digest)
        yield from grant_entries(register, [made])
        if wish.person is not None or wish.kind == ARBITER:
            yield bearer_entry(made, wish.person, person_of(sight.principal, register))
        for kind, text in token_traces(made):
            yield public_trace(register, sight, kind, text, at=at)

    context.register.change_entries(entries)
    context.notifier.notify(sight.game, sight.live.version)
    return token, made, bool(before)


def token_traces(token: TokenEntry) -> Iterator[tuple[str, str]]:
    """Yield the public traces of a new token that shows a hand: pairs of an annotation's kind and its text."""
    if token.kind == SEAT:
        yield "seat", trace_text("seat.token", seat=token.seat)
    if token.kind == ARBITER:
        yield "arbiter", trace_text("arbiter.called", reason=token.reason)


def revoke_token_tree(context: Context, digest: str) -> None:
    """Revoke the token with this digest, and recursively the service tokens that it created."""
    context.register.change_entries(lambda register: cascading_revocations(register, digest, now_ms()))


def set_paused(context: Context, sight: VisibilityScope, *, paused: bool, reason: str) -> None:
    """Pause or resume a game. Seats cannot act in a paused game. A pause by an arbiter is filed with the reason."""
    at = now_ms()
    ensure_game_key(context.register, sight, sight.game)

    def entries(register: MetadataStore) -> Iterator[Entry]:
        arranged = next(iter(register.find_entries(Arrangement, game=sight.game)), Arrangement(game=sight.game))
        if arranged.paused == paused:
            return
        yield replace(arranged, paused=paused)
        kind = "paused" if paused else "resumed"
        yield public_trace(register, sight, kind, trace_text(kind), at=at)
        use = PowerUse(PAUSE if paused else RESUME, sight.game, sight.live.version, reason)
        yield from power_use_entries(register, sight, use, at)

    context.register.change_entries(entries)
    context.notifier.notify(sight.game, sight.live.version)


def end_without_result(context: Context, sight: VisibilityScope, reason: str, key: str | None) -> bool:
    """End a game without a result, as `CommandHandler.void` does. Return whether this was a retry."""
    done = context.command_handler.void(sight.game, reason, requester=sight.principal.name, key=key)
    use = PowerUse(VOID, sight.game, done.batch[-1].n, reason)
    ensure_game_key(context.register, sight, sight.game)

    def entries(register: MetadataStore) -> Iterator[Entry]:
        if all(getattr(one.event, "power", "") != VOID for _, one in filed_events(register, sight.game)):
            yield from power_use_entries(register, sight, use, now_ms())

    context.register.change_entries(entries)
    return done.replayed


def public_trace(register: MetadataStore, sight: VisibilityScope, kind: str, text: str, *, at: int) -> Annotation:
    """Return the public trace of an action. Raises Misuse if its author has left too many."""
    require_annotation_quota(register, sight.game, sight.principal.name, TRACES_PER_PRINCIPAL_MAX)
    return new_annotation(
        sight.game, sight.live.version, kind, text, at=at, by=sight.relation, author=sight.principal.name
    )

"""An entry of every kind in the metadata store, plain and odd."""

from service.store.entries.analytics_entries import ParEntry, PlayerId, RatingCorrection, SeatPlayer
from service.store.entries.broadcast_entries import BroadcastRules, BroadcastSlot
from service.store.entries.feed_entries import FeedEntry, FeedMark, FeedProgress, TournamentMark
from service.store.entries.metadata_store import (
    Annotation,
    Arrangement,
    Entry,
    FormerPlayer,
    IdempotencyRecord,
    Player,
    TokenEntry,
)
from service.store.entries.proceedings_entries import Bearer, DisputeEvent, DisputeText
from service.store.entries.signing_entries import GameKey, LogCheckpoint, LoggedNote, SigningHead
from service.store.entries.tenants import GameMaker, ServiceGrant
from service.store.entries.tournament_entries import (
    TournamentEventEntry,
    TournamentGame,
    TournamentGrant,
    TournamentName,
    TournamentSecret,
    TournamentSettings,
    TournamentText,
)
from service.store.entries.webhook_entries import DeadLetter, WaitingGame, Webhook
from service.store.recorder import ENTRY_KINDS

KINDS = list(ENTRY_KINDS)
PLAIN: dict[type[Entry], Entry] = {
    Arrangement: Arrangement(game="g"),
    Player: Player(game="g", seat=0, kind="bot"),
    FormerPlayer: FormerPlayer(game="g", seat=0, n=1, at=0, kind="bot"),
    TokenEntry: TokenEntry(digest="d", kind="service", game=None, seat=None, made=0),
    Annotation: Annotation(id="a", game="g", n=1, at=0, by="", kind="comment", text=""),
    IdempotencyRecord: IdempotencyRecord(scope="s", key="k", digest="d", made="g"),
    GameKey: GameKey(game="g", key="0" * 64),
    SigningHead: SigningHead(log="", size=0, root=""),
    LoggedNote: LoggedNote(place=0, log="g", size=1, kind="fixed", note="", nonce="", at=0),
    LogCheckpoint: LogCheckpoint(size=1, note="", at=0, position=0),
    DisputeEvent: DisputeEvent(game="g", n=1, at=0, version=1, event="{}"),
    DisputeText: DisputeText(digest="d", game="g", at=0, salt="", text=None),
    Bearer: Bearer(digest="d", game=None, seat=None, person=None, called_by=None),
    FeedEntry: FeedEntry(
        place=1, id="a", game="g", kind="events", since=0, upto=1, seat=None, audience=None, besides=None, at=0
    ),
    FeedMark: FeedMark(game="g", upto=0, audience=None, waits=False),
    FeedProgress: FeedProgress(),
    GameMaker: GameMaker(game="g", token="d"),
    ServiceGrant: ServiceGrant(digest="d", scopes=""),
    Webhook: Webhook(id="w", token="d", url="", made=0),
    WaitingGame: WaitingGame(hook="w", game="g", place=0, n=0, waiting=1, tries=1, due=0, since=0),
    DeadLetter: DeadLetter(hook="w", cursor="c.1", game="g", place=1, n=1, type="", tries=1, at=0),
    TournamentEventEntry: TournamentEventEntry(tournament="t", n=1, at=0, event="{}"),
    TournamentSecret: TournamentSecret(tournament="t", secret=""),
    TournamentName: TournamentName(tournament="t", pseudonym="player-1", name=None),
    TournamentSettings: TournamentSettings(tournament="t", title="", made=0),
    TournamentGrant: TournamentGrant(digest="0", tournament="t", pseudonym="director"),
    TournamentText: TournamentText(digest="0", tournament="t", at=0, salt="", text=None, author=""),
    PlayerId: PlayerId(player="p", maker="-", person=None),
    SeatPlayer: SeatPlayer(game="g", seat=0, player="trader"),
    TournamentGame: TournamentGame(game="g", tournament="t", round=1, seated=1),
    TournamentMark: TournamentMark(tournament="t", upto=0),
    RatingCorrection: RatingCorrection(
        edition="duel", player="p", at=0, game="g", reason="voided", before=25.0, after=None
    ),
    ParEntry: ParEntry(game="g", bot="trader", runs=2, state="wanted", version="", asked=0),
    BroadcastSlot: BroadcastSlot(tournament="t", slot="main", round=None, seated=None, changed=0),
    BroadcastRules: BroadcastRules(tournament="t"),
}
"""An entry of each kind, as plain as it can be."""
FULL: dict[type[Entry], Entry] = {
    Arrangement: Arrangement(
        game="h", private=True, delay_events=3, delay_ms=2**40, pace_ms=1, paused=True, patience_ms=0
    ),
    Player: Player(game="g", seat=2, kind="human", bot="trader", name="Zoë 🫘 'O'Bean\";--"),
    FormerPlayer: FormerPlayer(game="h", seat=2, n=2**31, at=2**62, kind="", bot="7", name="null"),
    TokenEntry: TokenEntry(
        digest="e", kind="seat", game="g", seat=0, made=2**62, expires=1, revoked=2, reason="a\nb\x01c"
    ),
    Annotation: Annotation(id="", game="h", n=2**31, at=1, by="true", kind="7", text="null", author="1"),
    IdempotencyRecord: IdempotencyRecord(scope="", key="1.0", digest="0x7", made="NULL", at=2**62),
    GameKey: GameKey(game="h", key="f" * 64),
    SigningHead: SigningHead(log="g/proceedings", size=2**62, root="0x7"),
    LoggedNote: LoggedNote(
        place=2**62, log="", size=2**31, kind="key", note="a\n\n\u2014 b 'c'\n", nonce="1.0", at=2**62
    ),
    LogCheckpoint: LogCheckpoint(size=2**62, note="\u2014\n", at=1, position=2**62),
    DisputeEvent: DisputeEvent(game="h", n=2**31, at=2**62, version=2**31, event='{"a": "\u2014\\n"}'),
    DisputeText: DisputeText(digest="e", game="h", at=2**62, salt="1.0", text="null\n\u2014", author="1"),
    Bearer: Bearer(digest="e", game="h", seat=0, person="NULL", called_by="-"),
    FeedEntry: FeedEntry(
        place=2**62, id="1.0", game="h", kind="", since=2**31, upto=1, seat=0, audience="NULL", besides="-", at=2**62
    ),
    FeedMark: FeedMark(game="h", upto=2**31, audience="0x7", waits=True),
    FeedProgress: FeedProgress(feed="1.0", position=2**62, place=2**62),
    GameMaker: GameMaker(game="h", token="e", external_id="0x7", metadata='{"a": "\u2014\\n"}'),
    ServiceGrant: ServiceGrant(digest="e", scopes="feed \u2014", made_by="0x7", note="null"),
    Webhook: Webhook(
        id="1.0",
        token="e",
        url="https://b\u00fccher.example/?a=\u2014",
        made=2**62,
        types="a b",
        game="NULL",
        tell="names",
        note="null\n",
        state="",
        reason="-",
        revision=2**31,
        place=2**62,
        n=2**31,
        cursor="0x7",
        failures=2**31,
        failing_since=0,
        held_until=2**62,
        last_success=1,
        status=599,
        fault="'",
        secret_number=2**31,
        former_until=2**62,
        tournament="null",
    ),
    WaitingGame: WaitingGame(
        hook="1.0", game="h", place=2**62, n=2**31, waiting=0, tries=0, due=2**62, since=2**62, status=0, fault="null"
    ),
    DeadLetter: DeadLetter(
        hook="1.0",
        cursor="0x7",
        game="h",
        place=2**62,
        n=2**31,
        type="\u2014",
        tries=2**31,
        at=2**62,
        status=0,
        fault="NULL",
        due=0,
    ),
    TournamentEventEntry: TournamentEventEntry(tournament="u", n=2**31, at=2**62, event='{"a": "\u2014\\n"}'),
    TournamentSecret: TournamentSecret(tournament="u", secret="1.0"),
    TournamentName: TournamentName(tournament="u", pseudonym="0x7", name="null\n\u2014"),
    TournamentSettings: TournamentSettings(
        tournament="u", title="0x7", made=2**62, private=True, delay_ms=2**40, forked_from="t", forked_at=2**31
    ),
    TournamentGrant: TournamentGrant(digest="1.0", tournament="0x7", pseudonym="null"),
    TournamentText: TournamentText(digest="1.0", tournament="u", at=2**62, salt="0x7", text="\u2014\n", author="null"),
    PlayerId: PlayerId(player="0x7", maker="1.0", person="null", hidden=True, merged_into="1.0"),
    SeatPlayer: SeatPlayer(game="h", seat=2**31, player="\u2014\n"),
    TournamentGame: TournamentGame(game="1.0", tournament="null", round=64, seated=10_000),
    TournamentMark: TournamentMark(tournament="1.0", upto=2**31),
    RatingCorrection: RatingCorrection(
        edition="1.0", player="\u2014\n", at=2**40, game="null", reason="\u2014", before=-0.5, after=1e300
    ),
    ParEntry: ParEntry(game="h", bot="\u2014", runs=2**31, state="made", version="1.0", asked=2**40, coins="[[1]]"),
    BroadcastSlot: BroadcastSlot(tournament="1.0", slot="null", round=64, seated=10_000, changed=2**40),
    BroadcastRules: BroadcastRules(tournament="1.0", delay_ms=2**31, spoiler_free=True),
}
"""An entry of each kind with something in every field, and that something odd."""

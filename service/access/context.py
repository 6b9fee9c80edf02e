"""The services of one process, constructed once: store, caches, readers, quotas."""

from typing import Final, Self

from service.access.reader import Reader
from service.analytics.rating_reader import RatingReader
from service.analytics.statistics_reader import StatisticsReader
from service.commands.command_handler import CommandHandler
from service.commands.notifier import ChangeKind, Notifier
from service.commands.redis_pubsub import RedisPubSub
from service.feed.audience import Audiences
from service.feed.feed_reader import FeedReader
from service.feed.tournament_lines import TournamentLines
from service.ops.admission import AdmissionControl
from service.ops.background import Background
from service.ops.caches import CacheMeter
from service.ops.quota import Quota, SharedQuota
from service.ops.redis_client import RedisClient
from service.ops.telemetry import STREAMS
from service.queries.disputed_games import DisputedGames
from service.queries.game_list import GameLists
from service.queries.lost_streams import LostStreams
from service.queries.message_cache import MessageCache
from service.queries.record_cache import RecordCache
from service.queries.response_cache import ResponseCache
from service.queries.table_cache import TableCache
from service.queries.tournament_records import TournamentRecords
from service.queries.watchers import Watchers
from service.remedies import book_at
from service.settings import Settings
from service.signing.log_service import LogService
from service.signing.tournament_proofs import TournamentLogs
from service.signing.transparency_log import TransparencyLog
from service.store.event_store import GameStore
from service.store.metadata_cache import MetadataCache
from service.store.store_secret import shared_secret

POLLS_MAX: Final = 200
"""How many long polls may wait in a thread for the next event."""
EXPORTS_MAX: Final = 4
"""How many exports are written at once."""


class Context:
    """The services of a process, each constructed from those above it. Read games through `reader` only."""

    def __init__(self, store: GameStore, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.book = book_at(settings.book)
        self.notifier = Notifier(store)
        self.admission = AdmissionControl()
        self.background = Background(self.admission)
        self.stream_quota = SharedQuota(
            settings.streams_max, settings.streams_each_max, "streams and long polls", STREAMS.inc
        )
        self.poll_quota = SharedQuota(POLLS_MAX, settings.streams_each_max, "long polls")
        self.export_quota = Quota(EXPORTS_MAX, "exports")
        self.register = MetadataCache(store, CacheMeter("register"))
        self.notifier.subscribe(ChangeKind.METADATA, lambda _: self.register.invalidate())
        self.records = RecordCache(store)
        self.messages = MessageCache()
        self.responses = ResponseCache()
        self.tournaments = TournamentRecords(store)
        self.disputed_games = DisputedGames(store)
        self.tables = TableCache(store, self.records)
        self.lost_streams = LostStreams()
        self.logs = LogService(store, self.records)
        self.tournament_logs = TournamentLogs(store)
        self.service_log = TransparencyLog(store)
        self.command_handler = CommandHandler(store, self.register, self.tables, self.notifier)
        self.reader = Reader(store, self.register, self.records, self.tables)
        self.audiences = Audiences(self.reader, self.register)
        self.feed = FeedReader(
            store, self.reader, self.audiences, TournamentLines(store, self.register, self.tournaments)
        )
        self.redis = (
            None if settings.redis_url is None else RedisClient(settings.redis_url, secret=shared_secret(store))
        )
        self.watchers = Watchers(self.redis)
        self.game_lists = GameLists(store)
        self.statistics = StatisticsReader(store)
        self.ratings = RatingReader(store)
        self.pubsub = None if self.redis is None else RedisPubSub(self.redis, self.notifier)

    def close(self) -> None:
        """Wake every stream for the last time, then close the store and Redis."""
        self.notifier.close()
        if self.pubsub is not None:
            self.pubsub.close()
        if self.redis is not None:
            self.redis.close()
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

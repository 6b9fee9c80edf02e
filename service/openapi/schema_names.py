"""The names in the API description for the types of the code."""

from collections.abc import Mapping
from typing import Any, Final

from domain.tournaments.result_events import AnyTournamentEvent
from service.api.games.person_stream import OWN_GAME_LINES
from service.api.integration.export_schemas import EXPORTED
from service.api.integration.feed_schemas import FEED_LINES
from service.api.judging.adjudication_schemas import ADJUDICATION
from service.api.table.command_schemas import (
    EVENTS,
    OFFERS,
    SEAT_COMMANDS,
    StreamEndLine,
    StreamEventState,
    StreamNoticeData,
    StreamNoticeLine,
    StreamProblemLine,
    StreamState,
    StreamTableAlone,
    StreamTableState,
)
from service.api.text_types import REF
from service.api.tournaments.tournament_commands import AnyTournamentBody
from service.api.tournaments.tournament_schemas import TournamentStreamEnd, TournamentStreamEndLine
from service.openapi.webhook_messages import MESSAGE, WebhookBeside, WebhookPing

Schema = dict[str, Any]


COMMAND: Final = {"$ref": REF.format(name="Command")}


def _all_of(one: str, other: str, description: str) -> Schema:
    return {"description": description, "allOf": [{"$ref": REF.format(name=name)} for name in (one, other)]}


def _any_of(names: tuple[str, ...], description: str) -> Schema:
    return {"description": description, "anyOf": [{"$ref": REF.format(name=name)} for name in names]}


UNIONS: Final[Mapping[str, tuple[Any, str]]] = {
    "Command": (
        SEAT_COMMANDS,
        "A command of a seat. A command with unknown members is refused.",
    ),
    "Event": (EVENTS, "An event under its stored name, including former shapes of events."),
    "Offer": (OFFERS, "The possible content of an open-ended command. It is not a command that can be sent."),
    "OwnGameLine": (OWN_GAME_LINES, "A line of the stream of all games of a person."),
    "FeedLine": (FEED_LINES, "A line of the feed."),
    "TournamentEvent": (AnyTournamentEvent, "An event of a tournament under its stored name."),
    "TournamentCommand": (
        AnyTournamentBody,
        "A command of an official or a player. A command with unknown members is refused.",
    ),
    "Adjudication": (ADJUDICATION, "The verdict of an adjudication."),
}
"""Unions that have a name, with their types."""
NAMES: Final[Mapping[str, str]] = {
    "Cell": "BoardCell",
    "DeadLetterSeen": "DeadLetter",
    "Imported": "ImportedGame",
    "Origin": "ForkOrigin",
    "ProblemBody": "Problem",
    "Result": "GameResult",
    "Rules": "RulesInForce",
    "Seat": "DealtSeat",
    "Table": "DealtTable",
    "Turn": "DealtTurn",
    "Verdict": "EventVerdict",
    "WebhookSeen": "Webhook",
    "domain.events.SeatTaken": "SeatTaken",
    "domain.upcasters.SeatTaken": "SeatTakenFormerly",
}
"""The public names of classes."""
STREAMED: Final = (
    *(
        StreamState,
        StreamTableState,
        StreamEventState,
        StreamNoticeData,
        StreamTableAlone,
        StreamNoticeLine,
        StreamProblemLine,
        StreamEndLine,
    ),
    TournamentStreamEnd,
    TournamentStreamEndLine,
    *EXPORTED.values(),
    WebhookBeside,
    WebhookPing,
)
"""The types of messages of streams, lines of exports and messages of webhooks."""
MESSAGES: Final[Mapping[str, Schema]] = {
    "CommandsOrMoves": {
        "description": "A command, a list of commands in order, or moves in notation, such as `p1;h2`.",
        "anyOf": [COMMAND, {"type": "array", "items": COMMAND}, {"type": "string"}],
    },
    "PositionOrLine": {
        "description": "A position, or the same on one line: `classic B1.plant A:5??(|) B:Gr(|) C:5??(|) pile:80??`.",
        "anyOf": [{"$ref": REF.format(name="PositionInput")}, {"type": "string"}],
    },
    "ExportLine": _any_of(
        tuple(kind.__name__ for kind in EXPORTED.values()),
        "A line of a table: of `games`, `seats`, `results`, `events`, `tournaments`, `standings`, `placings`, `turns`, "
        "`trades`, `harvests`, `ratings` and `players`, in this order.",
    ),
    "WebhookMessage": MESSAGE,
    "StreamEvent": _all_of("Envelope", "StreamEventState", "An event, with the parts that `with` selects."),
    "StreamNotice": _all_of(
        "StreamNoticeData", "StreamState", "News that is not an event, with the parts that `with` selects."
    ),
    "StreamTable": _all_of("Position", "StreamTableState", "The present table, with the parts that `with` selects."),
    "StreamTableLine": _all_of(
        "StreamTableAlone", "StreamTableState", "The first line, with the parts that `with` selects."
    ),
    "StreamMessage": _any_of(
        ("StreamTable", "StreamEvent", "StreamNotice", "Problem", "StreamEnd"),
        "The data of `event: table`, `event: event`, `event: notice`, `event: problem`, `event: end`, in this order.",
    ),
    "TournamentStreamMessage": _any_of(
        ("TournamentEnvelope", "TournamentStreamEnd"),
        "The data of `event: event` and `event: end` in the stream of a tournament.",
    ),
    "TournamentStreamLine": _any_of(
        ("TournamentEnvelope", "TournamentStreamEndLine"),
        "A line of the stream of a tournament; a blank line is a heartbeat.",
    ),
    "StreamLine": _any_of(
        ("StreamTableLine", "StreamEvent", "StreamNoticeLine", "StreamProblemLine", "StreamEndLine"),
        "A line of a stream. A blank line is a heartbeat.",
    ),
}
"""Schemas that are combined from several, by name."""

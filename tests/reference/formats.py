"""`docs/formats.md`: the formats of files and messages, with all types that other documents link."""

import json
from typing import Any

import msgspec

from replay.record import _End, _Header
from service.openapi.examples import EXAMPLES
from service.web.type_descriptions import in_words, plain
from tests.golden.test_golden_games import FOLDER
from tests.reference.tables import in_json, kinds_of, members, reached, schemas, sentences, typed

FILE = FOLDER / "classic-3-1964-0001.haricot.jsonl"
POSITION: dict[str, Any] = {
    "edition": "classic",
    "draw_pile": 60,
    "seats": [
        {"hand": ["red", "blue"], "fields": [["blue", "blue"], ["soy", "soy", "soy"]]},
        {"hand": 5, "coins": 3},
        {"hand": 5},
        {"hand": 5},
    ],
}
ROOTS = (
    "Command",
    "Event",
    "Envelope",
    "Position",
    "PositionInput",
    "StreamMessage",
    "StreamLine",
    "FeedPage",
    "FeedLine",
    "ForkOrigin",
    "View",
    "Problem",
)
TEXT = """\
# Formats

What the service sends and reads, type by type. All of it is JSON in UTF-8. Seats count from 0, events from 1. A
moment is UTC with milliseconds. A member marked * is always there in answers, and required in requests.
[Promises](promises.md) lists what may be added.

Made from the code by `python -m tests.reference`; do not edit.

## A position

`GET .../table` returns a [Position](#position), and `haricot show --json` prints it. Requests to the arbiter hold a
[PositionInput](#positioninput), where a hand or pile may be a list of cards or only their number.
[Notation](notation.md) describes positions on one line.

A request:

{position}
An answer:

{table}
## A game file

`<game>.haricot.jsonl` holds one view of one game: a header, an envelope on each line, an end line. `haricot export`
and `GET .../file` write it; `haricot import` and `POST /v1/games:import` read it. Lines are compact, with members in
the order given here, and each ends with a line feed. The same game has the same bytes everywhere.

{header}
Each line after it is an [Envelope](#envelope), the last one `{{"end": <number of events>}}`. `cause` is at the
first event of a batch, the events of one command. Only the omniscient view has its `key`.

`check` ends every line. It is the first 12 hexadecimal digits of a SHA-256 over the previous `check` (nothing before
the header) and the line without its own. It finds accidents; it is no proof.

{file}
## A stream

[Following a game](stream.md) explains the stream. As `text/event-stream` the data of each message is a
[StreamMessage](#streammessage). As `application/x-ndjson` each line that is not blank is a [StreamLine](#streamline).

{stream}
## The feed

[The feed](feed.md) of all games comes as pages of JSON ([FeedPage](#feedpage)), as server-sent events, or as lines of
JSON, each a [FeedLine](#feedline).

{feed}
## Webhooks

{webhooks}

## A proof

`haricot-audit/1` is a game with everything that proves it, without trust in the service or the players.
[Proofs](proofs.md) describes it byte by byte. `replay/proofs/verify_bundle.py` verifies it in a single file.

## Types

These are the types in commands, events and all of the above. A running service lists the types of all other
operations at `/docs/schemas`.
"""
WEBHOOKS = "[Webhooks](webhooks.md) send the lines of the feed to other servers, signed, line by line."
NO_WEBHOOKS = "Other servers follow [the feed](feed.md)."


def formats_document(*, webhooks: bool) -> str:
    """Return the document; `webhooks` says whether a page of that name exists."""
    elsewhere = {*kinds_of("Command").values(), *kinds_of("Event").values(), "Command", "Event"}
    names = [name for name in reached(*ROOTS) if name not in elsewhere]
    text = TEXT.format(
        position=in_json(POSITION),
        table=in_json(EXAMPLES["get_table 200 application/json"]),
        header=_header(),
        file=f"```\n{file_example()}```\n",
        stream=f"```\n{EXAMPLES['stream_game 200 text/event-stream'].strip()}\n```\n",
        feed=f"```json\n{_first_line(EXAMPLES['read_feed 200 application/x-ndjson'])}\n```\n",
        webhooks=WEBHOOKS if webhooks else NO_WEBHOOKS,
    )
    return text + "".join(_section(name) for name in names)


def file_example() -> str:
    """Return a short game file: the first two events of a golden game."""
    lines = FILE.read_text("utf-8").splitlines()
    return "\n".join([*lines[:3], "...", lines[-1]]) + "\n"


def _first_line(lines: str) -> str:
    return next(line for line in lines.splitlines() if line)


def _header() -> str:
    (made,), parts = msgspec.json.schema_components([_Header], ref_template="#/components/schemas/{name}")
    rows = []
    for name, schema in parts["_Header"]["properties"].items():
        rows.append(f"| `{name}` | {HEADER_TYPES.get(name) or plain(in_words(schema))} | {HEADER_SAYS[name]} |\n")
    assert made
    assert set(HEADER_SAYS) == set(_Header.__struct_fields__)
    assert _End.__struct_fields__ == ("end",)
    return f"| member of the header | type | |\n|---|---|---|\n{''.join(rows)}"


HEADER_TYPES = {
    "format": '`"haricot-game/1"`',
    "rules": "object: `edition`, `version`, `options`, `digest`",
    "forked_from": "[ForkOrigin](#forkorigin) or null",
    "view": "[View](#view)",
}
HEADER_SAYS = {
    "format": "What this is, and in which form.",
    "game": "The id of the game.",
    "rules": "The rules that it was played by, all options with their values, the SHA-256 of the data of the rules.",
    "players": "How many play.",
    "view": "Whose eyes see it.",
    "events": "How many events there are.",
    "forked_from": "Where it was forked; null for what is no fork.",
}


def _section(name: str) -> str:
    schema = schemas()[name]
    said = [f"\n### {name}\n\n{sentences(schema.get('description', ''))}\n"]
    if "properties" in schema:
        said.append(members(name))
    elif "enum" in schema:
        said.append(f"One of {', '.join(f'`{one}`' for one in schema['enum'])}.\n")
    else:
        said.append(f"{typed(schema)}.\n")
    return "\n".join(said)


def example_lines() -> list[Any]:
    """Return the parsed lines of the example of a file."""
    return [json.loads(line) for line in file_example().splitlines() if line != "..."]

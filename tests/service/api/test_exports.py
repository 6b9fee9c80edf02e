"""Exports over HTTP: each game as its audience may see it, the same in every format."""

import gzip
import io
import json
import zlib
from collections.abc import Iterator
from typing import Any, get_type_hints
from urllib.parse import quote

import msgspec
import pyarrow.parquet as pq
import pytest

from replay.record import read_file
from service.api.integration.export_schemas import EXPORTED, TABLES
from service.api.integration.exports import EXPORTS_PER_TOKEN
from service.exports import export_access, parquet
from service.exports.columns import ColumnType, ExportColumn
from service.exports.writers import GzipWriter
from tests.service.api.conftest import ApiClient, Match, finished_file


def lines(api: ApiClient, table: str, token: str | None = None, **query: Any) -> list[dict[str, Any]]:
    """Return the lines of an exported table."""
    asked = "&".join(f"{name.rstrip('_')}={quote(str(value))}" for name, value in query.items())
    answer = api.request("GET", f"/v1/exports/{table}?{asked}", token or api.service)
    assert (answer.status_code, answer.mimetype) == (200, "application/x-ndjson"), answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def of_game(found: list[dict[str, Any]], game: str) -> list[dict[str, Any]]:
    return [line for line in found if line["game"] == game]


def export_token(api: ApiClient) -> str:
    """Create a token with the scope `exports` only, which opens no game."""
    token: str = api.post("/v1/service-tokens", api.service, json={"scopes": ["exports"]})["token"]
    return token


def create_with(api: ApiClient, token: str, **wish: Any) -> Match:
    """Create a game with a token."""
    asked = {"edition": "classic", "players": 3, "options": {"start_player": "seat_0"}, **wish}
    return api.match_of(api.post("/v1/games", token, json=asked))


# Contents


def test_exported_tables_equal_the_heads_of_all_public_games(shared: ApiClient) -> None:
    match = shared.match(seats=[{"name": "Ana"}, {}, {"kind": "bot", "name": "Robin"}], level="duplicate")
    shared.post("/v1/games:import", data=finished_file())
    late = shared.match(spectator_delay={"seconds": 3600}, seats=[{"name": "Dee"}, {}, {}])
    for one in (match, late):
        shared.post(f"{one.at}/void", one.organiser, json={"reason": "enough"})
    heads = {head["game"]: head for head in shared.get("/v1/games?limit=200")["games"]}
    games = {line["game"]: line for line in lines(shared, "games", export_token(shared))}
    assert set(games) == set(heads)
    seats, results = lines(shared, "seats"), lines(shared, "results")
    for game, head in heads.items():
        line = games[game]
        same = ("status", "practice", "level", "private", "created", "started", "ended")
        assert {name: line[name] for name in same} == {name: head[name] for name in same}
        assert (line["events"], line["options"]) == (head["version"], head["rules"]["options"])
        assert [(one["name"], one["kind"], one["taken"]) for one in of_game(seats, game)] == [
            (one["name"], one["kind"], one["taken"]) for one in head["seats"]
        ]
        assert [one["score"] for one in of_game(results, game)] == (head["scores"] or [])
        assert [one["seat"] for one in of_game(results, game) if one["won"]] == (head["winners"] or [])
    assert (games[late.game]["status"], games[late.game]["ended"]) == ("open", None)
    assert games[match.game]["reason"] == "enough"


def test_exported_events_equal_those_that_a_spectator_reads(shared: ApiClient) -> None:
    match = shared.match()
    shared.trade(match)
    found = of_game(lines(shared, "events", export_token(shared)), match.game)
    public = shared.get(f"{match.at}/events?limit=1000")["events"]
    for line, envelope in zip(found, public, strict=True):
        cause = envelope.get("cause", {})
        assert (line["n"], line["at"], line["event"]) == (envelope["n"], envelope["at"], envelope["event"])
        assert (line["type"], line["by"], line["command"]) == (
            envelope["event"]["type"],
            cause.get("by"),
            cause.get("command"),
        )
        assert line["seat"] == envelope["event"].get("seat")


def test_exported_files_equal_the_public_game_files(shared: ApiClient) -> None:
    match = shared.match()
    answer = shared.request("GET", "/v1/exports/files", export_token(shared)).data
    files = [b'{"format"' + part for part in answer.split(b'{"format"')[1:]]
    assert shared.request("GET", f"{match.at}/file").data in files
    assert [read_file(file).game for file in files] == [line["game"] for line in lines(shared, "games")]


def test_an_omniscient_export_has_ended_games_only(api: ApiClient) -> None:
    going, over = api.match(), api.match()
    fork = api.fork(going, 8)
    late = api.match(spectator_delay={"seconds": 3600})
    for match in (over, late):
        api.post(f"{match.at}/void", match.organiser, json={"reason": "enough"})
    token = export_token(api)
    api.post(f"{fork.at}/void", api.service, json={"reason": "enough"})
    assert [line["game"] for line in lines(api, "games", token, as_="omniscient")] == [over.game]
    dealt = [line for line in lines(api, "events", token, as_="omniscient") if line["type"] == "cards_dealt.1"]
    assert {line["game"] for line in dealt} == {over.game}
    assert "face_down" not in {card for line in dealt for card in line["event"]["cards"]}
    api.post(f"{going.at}/void", going.organiser, json={"reason": "enough"})
    ended = [line["game"] for line in lines(api, "games", token, as_="omniscient")]
    assert ended == [going.game, over.game, fork.game], "the fork is unsealed"


def test_private_games_and_metadata_are_exported_to_their_creator_only(api: ApiClient) -> None:
    mine, other = api.token("service"), api.token("service")
    secret = create_with(
        api, mine, private=True, external_id="a", metadata={"round": "3"}, spectator_delay={"seconds": 3600}
    )
    public = create_with(api, mine, external_id="b", metadata={"round": "4"})
    api.trade(secret)
    hidden = api.match(private=True)
    said = {line["game"]: line for line in lines(api, "games", mine)}
    assert {game: (one["external_id"], one["metadata"]) for game, one in said.items()} == {
        secret.game: ("a", {"round": "3"}),
        public.game: ("b", {"round": "4"}),
    }
    assert said[secret.game]["events"] == 1, "its delay applies"
    assert [line["n"] for line in of_game(lines(api, "events", mine), secret.game)] == [1]
    for token in (other, api.service, export_token(api)):
        (line,) = lines(api, "games", token)
        assert (line["game"], line["external_id"], line["metadata"]) == (public.game, None, None)
        for table in ("seats", "events", "files"):
            text = api.request("GET", f"/v1/exports/{table}", token).text
            assert secret.game not in text
            assert hidden.game not in text
    assert [line["game"] for line in lines(api, "games", mine, mine="true")] == [secret.game, public.game]
    assert [line["game"] for line in lines(api, "games", mine, metadata="round=4")] == [public.game]
    assert lines(api, "games", other, external_id="b") == []


def test_a_private_game_is_exported_with_hidden_cards_after_its_end(api: ApiClient) -> None:
    mine = api.token("service")
    secret = create_with(api, mine, private=True)
    events = of_game(lines(api, "events", mine), secret.game)
    dealt = [line["event"]["cards"] for line in events if line["type"] == "cards_dealt.1"]
    assert {card for cards in dealt for card in cards} == {"face_down"}
    assert lines(api, "games", mine, as_="omniscient") == []
    api.post(f"{secret.at}/void", secret.organiser, json={"reason": "enough"})
    assert [line["game"] for line in lines(api, "games", mine, as_="omniscient")] == [secret.game]


def test_control_an_export_without_access_checks_has_private_games(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    api.match(private=True)
    assert lines(api, "games") == []
    monkeypatch.setattr(export_access, "is_fully_public", lambda *_: True)
    assert len(lines(api, "games")) == 1


# Filters and pages


def test_exports_accept_the_filters_of_the_list(shared: ApiClient) -> None:
    match = shared.match(practice=True, seats=[{"name": "Zoe"}, {}, {}])
    shared.match()
    for query in ({"practice": "true"}, {"player": "Zoe"}, {"created_after": shared.get(match.at)["created"]}):
        asked = "&".join(f"{name}={quote(value)}" for name, value in query.items())
        listed = [head["game"] for head in shared.get(f"/v1/games?limit=200&{asked}")["games"]]
        assert [line["game"] for line in lines(shared, "games", **query)] == listed[::-1]
        assert {line["game"] for line in lines(shared, "events", **query)} == set(listed)
        assert match.game in listed


def test_a_paged_export_has_each_game_once(shared: ApiClient) -> None:
    for _ in range(3):
        shared.match()
    shared.match(private=True)
    whole = lines(shared, "games")
    pieces, path = list[str](), "/v1/exports/games?limit=2&format=ndjson"
    while path:
        answer = shared.request("GET", path, shared.service)
        pieces += answer.text.splitlines()
        path = answer.headers.get("Link", "").partition(">")[0].removeprefix("<")
    assert [json.loads(line) for line in pieces] == whole
    for index, line in enumerate(whole):
        assert lines(shared, "games", after=line["game"]) == whole[index + 1 :]


def test_after_refuses_a_hidden_game_as_it_refuses_an_unknown_one(shared: ApiClient) -> None:
    secret = shared.match(private=True)
    says = [
        shared.problem(422, "request.shape", "GET", f"/v1/exports/games?after={game}", shared.service)["detail"]
        for game in (secret.game, "classic-aaaaaaaaaaaaaaaa")
    ]
    assert says[0] == says[1]


# Formats


def test_parquet_equals_the_lines_with_their_types(shared: ApiClient) -> None:
    shared.match()
    for table, columns in TABLES.items():
        answer = shared.request("GET", f"/v1/exports/{table}?format=parquet", shared.service)
        assert answer.mimetype == "application/vnd.apache.parquet"
        rows = pq.read_table(io.BytesIO(answer.data)).to_pylist()
        for row, line in zip(rows, lines(shared, table), strict=True):
            for column in columns:
                assert line_value(column, row[column.name]) == line[column.name]
        accept = {"Accept": "application/vnd.apache.parquet"}
        assert shared.request("GET", f"/v1/exports/{table}", shared.service, headers=accept).data[:4] == b"PAR1"


def line_value(column: ExportColumn, value: Any) -> Any:
    """Return a value of Parquet in the form of a line."""
    if value is not None and column.kind == ColumnType.TIME:
        return value.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
    return json.loads(value) if value is not None and column.kind == ColumnType.JSON else value


def test_an_empty_parquet_table_has_its_columns(shared: ApiClient) -> None:
    answer = shared.request("GET", "/v1/exports/games?format=parquet&edition=sissi", shared.service)
    found = pq.read_table(io.BytesIO(answer.data))
    assert (found.num_rows, found.column_names) == (0, [column.name for column in TABLES["games"]])
    assert lines(shared, "games", edition="sissi") == []


def test_flat_lines_have_json_as_text(shared: ApiClient) -> None:
    match = shared.match()
    nested, flat = (of_game(lines(shared, "events", flat=flat), match.game) for flat in ("false", "true"))
    assert {type(line["event"]) for line in flat} == {str}
    assert [{**line, "event": json.loads(line["event"])} for line in flat if line["command"] is None] == [
        line for line in nested if line["command"] is None
    ]
    assert [json.loads(line["command"]) for line in flat if line["command"]] == [
        line["command"] for line in nested if line["command"]
    ]
    assert shared.problem(422, "request.shape", "GET", "/v1/exports/events?flat=1", shared.service)["errors"]


def test_parquet_rows_are_written_in_groups(shared: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(4):
        shared.match()
    monkeypatch.setattr(parquet, "GROUP_ROWS", 25)
    answer = shared.request("GET", "/v1/exports/events?format=parquet", shared.service)
    file = pq.ParquetFile(io.BytesIO(answer.data))
    assert file.num_row_groups > 1
    assert file.metadata.num_rows == len(lines(shared, "events"))


def test_lines_are_compressed_for_clients_that_accept_gzip(shared: ApiClient) -> None:
    shared.match()
    packed = shared.request("GET", "/v1/exports/events", shared.service, headers={"Accept-Encoding": "gzip"})
    plain = shared.request("GET", "/v1/exports/events", shared.service)
    assert (packed.headers["Content-Encoding"], plain.headers.get("Content-Encoding")) == ("gzip", None)
    assert gzip.decompress(packed.data) == plain.data
    refused = shared.request("GET", "/v1/exports/events", shared.service, headers={"Accept-Encoding": "gzip;q=0"})
    assert refused.data == plain.data


def test_the_compressed_size_of_a_game_does_not_depend_on_other_games() -> None:
    class Verbatim:
        def add(self, shown: Any) -> bytes:
            return bytes(shown)

        def end(self) -> bytes:
            return b""

    secret, guess = b"the channel is 104217, the channel is 104217" * 3, b"104217 and nothing else at all " * 3
    alone, after, other = GzipWriter(Verbatim()), GzipWriter(Verbatim()), GzipWriter(Verbatim())
    after.add(secret)  # type: ignore[arg-type]  # its bytes stand for a game
    other.add(bytes(len(secret)))  # type: ignore[arg-type]  # its bytes stand for a game
    assert len(after.add(guess)) == len(other.add(guess)) < len(alone.add(guess))  # type: ignore[arg-type]  # its bytes stand for a game
    pack = zlib.compressobj(wbits=31)
    pack.compress(secret)
    pack.flush(zlib.Z_SYNC_FLUSH)
    shorter = len(pack.compress(guess) + pack.flush(zlib.Z_SYNC_FLUSH))
    assert shorter < len(GzipWriter(Verbatim()).add(guess)) - 10, (
        "control: compressed together, the size reveals the secret"
    )  # type: ignore[arg-type]  # its bytes stand for a game


def test_the_description_has_each_column_with_its_type() -> None:
    for table, kind in EXPORTED.items():
        hints = get_type_hints(kind)
        said = [(field.encode_name, field.type) for field in msgspec.structs.fields(kind)]
        assert [name for name, _ in said] == [column.name for column in TABLES[table]]
        for column in TABLES[table]:
            lacks = type(None) in getattr(hints[column.name], "__args__", ())
            assert lacks == column.nullable or column.kind == ColumnType.JSON, (table, column.name)


# Refusals and limits


def test_an_export_without_permission_is_refused_with_the_reason(shared: ApiClient) -> None:
    match = shared.match()
    feed = shared.post("/v1/service-tokens", shared.service, json={"scopes": ["feed", "games:read"]})["token"]
    assert "exports" in shared.problem(403, "scope.missing", "GET", "/v1/exports/games", feed)["detail"]
    shared.problem(403, "seat.forbidden", "GET", "/v1/exports/games", match.organiser)
    shared.problem(401, "auth.missing", "GET", "/v1/exports/games")


@pytest.mark.parametrize(
    "query",
    ["as=seat:0", "as=arbiter", "format=xlsx", "limit=0", "limit=10001", "created_after=x", "order=x", "status=x"],
)
def test_an_invalid_export_argument_is_refused_by_name(shared: ApiClient, query: str) -> None:
    problem = shared.problem(422, "request.shape", "GET", f"/v1/exports/games?{query}", shared.service)
    assert problem["errors"][0]["place"] == f"query.{query.partition('=')[0]}"


def test_an_unknown_export_table_is_refused(shared: ApiClient) -> None:
    problem = shared.problem(404, "not-found", "GET", "/v1/exports/moves", shared.service)
    assert "tournaments, standings, placings, turns, trades, harvests, ratings, players, files" in problem["detail"]


def test_parquet_without_its_library_is_refused_with_instructions(
    shared: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("GET", "/v1/exports/games?format=parquet", shared.service)
    assert shared.request(*asked).status_code == 200
    monkeypatch.setattr(parquet, "find_spec", lambda _: None)
    assert "pip install 'haricot[parquet]'" in shared.problem(406, "export.form", *asked)["detail"]
    monkeypatch.undo()
    shared.problem(406, "export.form", "GET", "/v1/exports/files?format=parquet", shared.service)
    assert "export.form" in shared.request("GET", "/problems/export.form").text


def open_export(api: ApiClient, token: str) -> Any:
    """Open an export of which nothing is read yet."""
    return api.request("GET", "/v1/exports/events", token, buffered=False)


def test_concurrent_exports_of_a_token_are_limited(shared: ApiClient) -> None:
    token, other = export_token(shared), export_token(shared)
    shared.match()
    open_ones = [open_export(shared, token) for _ in range(EXPORTS_PER_TOKEN)]
    shared.problem(429, "rate.limited", "GET", "/v1/exports/games", token)
    assert lines(shared, "games", other)
    open_ones[0].close()
    assert lines(shared, "games", token)
    assert b"".join(open_ones[1].response)
    assert lines(shared, "games", token)
    open_ones[1].close()
    assert shared.context.export_quota.total == 0


def test_an_export_stops_when_its_token_is_revoked(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.exports.export_job.PART_BYTES", 1)
    for _ in range(3):
        api.match()
    token = export_token(api)
    parts: Iterator[bytes] = iter(open_export(api, token).response)
    assert next(parts)
    api.request("DELETE", "/v1/tokens", token, json={"token": token})
    with pytest.raises(Exception, match="revoked"):
        list(parts)


def test_an_export_leaves_out_a_damaged_game(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    sound, damaged = api.match(), api.match()
    real = type(api.context.store).envelopes

    def broken(store: Any, game: str, *args: Any, **more: Any) -> Any:
        if game == damaged.game:
            raise store.errors.report_damage(game, "event 3 is missing")
        return real(store, game, *args, **more)

    monkeypatch.setattr(type(api.context.store), "envelopes", broken)
    assert {line["game"] for line in lines(api, "events")} == {sound.game}

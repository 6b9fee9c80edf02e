"""Redaction over HTTP: no event, table, sentence or answer reveals a hidden card."""

import base64
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from domain.editions import edition_named
from domain.view import View
from domain.visibility import viewer_named
from projections.sentences import Chronicle
from replay.codec import Codec
from replay.positions.write import write_position
from replay.record import Record, write_file
from replay.rewind import is_batch_end, table_at

NDJSON = {"Accept": "application/x-ndjson"}
STATE = "with=table,moves,pays,lands,choices,sentence,verdicts,backs"
DOWN = "face_down"
DRAWN = ("cards_dealt.1", "cards_drawn.1")
SLOTS = ("slot", "slots", "hand_slots", "handed_over")
GIVERS = {("trade_accepted.1", "given"): ("proposer",), ("beans_donated.1", "cards"): ("giver",)}
"""Members with cards of another seat than the one of the event."""
OPEN = r"/(turned_up|set_aside|fields|coins)/|/discard_pile/0\b"
"""Places where all viewers see a card."""
BEANS = ("blue", "chili", "stink", "green", "soy", "black-eyed", "black eyed", "red", "garden")


def leaks(answer: Any, viewer: int | None, owner: int | None = None, path: str = "") -> Iterator[str]:  # noqa: PLR0912  # a branch for each kind of secret
    """Yield what the JSON of an answer reveals to a seat or spectator, judged independently of the redaction."""
    if isinstance(answer, list):
        for index, item in enumerate(answer):
            yield from leaks(item, viewer, owner, f"{path}[{index}]")
        return
    if not isinstance(answer, dict):
        return
    owner = answer.get("seat", owner)
    places = [answer[name] for name in ("from", "to", "place") if isinstance(answer.get(name), str)]
    yield from (f"{path}: which card of {place}" for place in places if re.fullmatch(_hidden(viewer), place))
    seen = re.search(OPEN, " ".join(places)) or any(place.startswith(f"/seats/{viewer}/") for place in places)
    if "to" in answer and answer.get("card", DOWN) != DOWN and not seen:
        yield f"{path}: a card that goes from {places[0]}"
    if answer.get("variety", DOWN) != DOWN and re.fullmatch(_hidden(viewer), str(answer.get("card"))):
        yield f"{path}: what lies at {answer['card']}"  # in this game, nothing is known of such a card
    if answer.get("type") in DRAWN and owner != viewer and set(answer["cards"]) > {DOWN}:
        yield f"{path}: the cards of seat {owner}"
    for name, value in answer.items():
        if name in SLOTS and owner != viewer and any(slot is not None for slot in _listed(value)):
            yield f"{path}.{name}: a slot of seat {owner}"
        if name in ("order", "draw_pile") and _known(value):
            yield f"{path}.{name}: the order of the pile"
        if name in ("seed", "key") and value is not None:
            yield f"{path}.{name}: a secret"
        if name == "next_slots" and any(slot is not None for seat, slot in enumerate(value) if seat != viewer):
            yield f"{path}.{name}: slots of others"
        if name == "discard_pile" and not isinstance(value, int) and _known(value[1:]):
            yield f"{path}.{name}: below the top"
        if name == "seats" and all(isinstance(seat, dict) for seat in value):
            for seat, area in enumerate(value):
                if seat != viewer and "fields" in area and _known(area.get("hand", [])):
                    yield f"{path}.seats[{seat}].hand: {area['hand']}"
                yield from leaks(area, viewer, seat, f"{path}.seats[{seat}]")
        elif name == "places":
            continue
        else:
            whose = next((answer[who] for who in GIVERS.get((answer.get("type"), name), ()) if who in answer), owner)
            yield from leaks(value, viewer, whose, f"{path}.{name}")


def _hidden(viewer: int | None) -> str:
    """Return a pattern of pointers to cards that look alike to this seat or spectator."""
    others = "[0-9]" if viewer is None else f"(?!{viewer})[0-9]"
    return rf"/draw_pile/\d+|/seats/{others}/hand/\d+"


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _known(zone: list[Any] | int) -> set[Any]:
    """Return the cards that a zone names; a zone that is a count names none."""
    return set() if isinstance(zone, int) else set(zone) - {DOWN}


@pytest.fixture(scope="module")
def played(shared: Any) -> Any:
    """A game of three humans in the middle of its third turn, after three trades, with every answer to a command."""
    answers: list[tuple[int, Any]] = []
    match = shared.match()
    give = shared.submit

    def kept(match: Any, command: Any) -> Any:
        answer = give(match, command)
        answers.append((command["seat"], answer))
        return answer

    shared.submit = kept
    for _ in range(3):
        shared.trade(match)
    del shared.submit
    return match, answers


def viewers(api: Any, match: Any) -> list[tuple[str, int | None, str | None]]:
    """Return the restricted viewers: name, seat or None, and token."""
    other = api.match()
    relations = ("anonymous", "stranger", "spectator", "organiser")
    plain = [(name, None, api.token_of(name, match, other)) for name in relations]
    return [*plain, *((f"seat {seat}", seat, token) for seat, token in match.seats.items())]


def answers_about(api: Any, match: Any, viewer: int | None, token: str | None) -> Iterator[tuple[str, Any]]:
    """Yield every answer about a game, with its path."""
    last = api.get(match.at, token)["version"]
    own = "" if viewer is None else f"?as=seat:{viewer}"
    asked = ["", "/events?limit=1000", "/table", "/timeline", "/audit", "/sentences", "/forks", "/annotations"]
    asked += [f"/events/{n}" for n in range(1, last + 1, 3)] + [f"/table?at={n}" for n in range(1, last + 1, 7)]
    asked += [f"/events{own}", f"/table{own}", "/events?limit=1000&as=spectator", "/table?as=spectator"]
    asked += [f"/tables{own or '?as=spectator'}&limit=200&with=moves,pays,lands", "/tables?as=spectator&with=moves"]
    fields = [("fields", seat, field) for seat in range(3) for field in range(2)]
    table = api.get(f"{match.at}/table{own}", token)
    asked += [
        f"/card{own or '?as=spectator'}&card=/seats/{seat}/{zone}/{field}/0"
        for zone, seat, field in fields
        if table["seats"][seat][zone][field]
    ]
    asked += [
        f"/card{own or '?as=spectator'}&card=/seats/{k}/hand/0" for k, one in enumerate(table["seats"]) if one["hand"]
    ]
    asked += [f"/backs{own or '?as=spectator'}"]
    if viewer is not None:
        asked += [f"/legal-commands?seat={viewer}&include=blocked&at={n}" for n in range(1, last + 1, 9)]
    for path in asked:
        yield path, api.get(match.at + path, token)
    streams = [f"/stream{query}" for query in ("?after=1", "", f"?after=1&{STATE}", f"?{STATE}")]
    streams += [f"/stream?after=1&{STATE}&as=spectator"]
    for path, headers in (("/events", NDJSON), ("/file", {}), *((path, NDJSON) for path in streams)):
        answer = api.request("GET", match.at + path, token, headers=headers)
        lines = answer.text.split("\n") if "stream" not in path else _first_lines(answer)
        yield path, [json.loads(line) for line in lines if line]
    yield "list", api.get("/v1/games", token)
    yield "audits", api.post(f"{match.at}/audits", token)


def _first_lines(answer: Any) -> list[str]:
    lines = next(iter(answer.response)).decode().split("\n")
    answer.close()
    return list(lines)


def assert_nothing_leaks(api: Any, match: Any) -> None:
    """Require that no answer reveals to its caller what is hidden."""
    seed = api.context.store.seed(match.game)
    secrets = [seed.hex(), base64.b64encode(seed).decode(), base64.b64encode(seed).decode().rstrip("=")]
    judged = set[tuple[str, int | None, int | None]]()
    for name, viewer, token in viewers(api, match):
        for path, answer in answers_about(api, match, viewer, token):
            seen = None if "as=spectator" in path else viewer
            text, owner = json.dumps(answer), seen if path.startswith("/legal") else None
            if (text, seen, owner) not in judged:  # callers of one view get equal answers
                judged.add((text, seen, owner))
                assert list(leaks(answer, seen, owner)) == [], (name, path)
            assert not any(secret in text for secret in [*secrets, *match.seats.values(), match.organiser])


def test_no_answer_reveals_hidden_cards(shared, played):
    assert_nothing_leaks(shared, played[0])


def test_the_answer_to_a_command_hides_the_cards_of_others(played):
    for seat, answer in played[1]:
        assert list(leaks(answer, seat)) == []
    drawn = [event for seat, answer in played[1] for event in answer["events"] if event["event"]["type"] in DRAWN]
    assert any(set(event["event"]["cards"]) - {DOWN} for event in drawn)


def batch_begin(lines: list[dict[str, Any]], n: int) -> dict[str, Any]:
    """Return the first event of the batch of event n, which has the cause."""
    return next(line for line in reversed(lines[:n]) if "cause" in line)


@pytest.mark.parametrize("name", ["spectator", "seat:0", "seat:1", "seat:2", "omniscient"])
def test_every_answer_equals_the_record_as_redacted_for_the_view(shared, played, name):
    match, viewer = played[0], viewer_named(name)
    token = shared.service if viewer.seat is None else match.seats[viewer.seat]
    whole = shared.context.store.record(match.game)
    seen, codec = whole.seen_by(viewer), Codec()
    lines = [json.loads(codec.to_json(envelope)) for envelope in seen.envelopes]
    query = f"?as={name}"
    assert shared.get(f"{match.at}/events{query}&limit=1000", token)["events"] == lines
    assert shared.request("GET", f"{match.at}/file{query}", token).data == write_file(seen)
    ndjson = shared.request("GET", f"{match.at}/events{query}", token, headers=NDJSON).text
    assert [json.loads(line) for line in ndjson.splitlines()] == lines
    for n in range(1, len(lines) + 1):
        position = write_position(View.of(table_at(whole, n), viewer), n=n, settled=is_batch_end(whole, n))
        assert shared.get(f"{match.at}/table{query}&at={n}", token) == json.loads(json.dumps(position))
        found, first = shared.get(f"{match.at}/events/{n}{query}", token), batch_begin(lines, n)
        assert found["envelope"] == {name: answer for name, answer in lines[n - 1].items() if name != "cause"}
        assert found["cause"] == first["cause"]
    answer = shared.get(f"{match.at}/sentences{query}", token)["sentences"]
    assert answer == _sentences(seen)


def _sentences(seen: Record) -> list[str]:
    data = edition_named("classic").data
    chronicle = Chronicle(data, "en", [f"seat-{seat}" for seat in range(3)])
    return [chronicle.sentence(envelope.event) for envelope in seen.envelopes]


def test_sentences_about_drawn_cards_of_others_name_no_bean(shared, played):
    match = played[0]
    events = shared.get(f"{match.at}/events?limit=1000")["events"]
    for seat, token in [(None, None), *match.seats.items()]:
        answer = shared.get(f"{match.at}/sentences", token)["sentences"]
        hidden = [
            sentence.lower()
            for sentence, event in zip(answer, events, strict=True)
            if event["event"]["type"] in (*DRAWN, "deck_shuffled.1") and event["event"].get("seat") != seat
        ]
        assert hidden
        assert not any(bean in sentence for bean in BEANS for sentence in hidden)


def test_an_event_has_the_same_number_in_every_view(shared, played):
    match = played[0]
    lists = [shared.get(f"{match.at}/events?limit=1000", token)["events"] for token in [None, *match.seats.values()]]
    assert len({tuple(event["n"] for event in events) for events in lists}) == 1


def test_a_dry_run_reveals_nothing_of_chance(shared, played):
    match = played[0]
    before = shared.get(match.at)["version"]
    for seat, token in match.seats.items():
        for command in ({"type": "DrawCards"}, {"type": "EndTrading"}, {"type": "EndPlanting"}):
            path = f"{match.at}/commands?dry_run=true"
            answer = shared.post(path, token, json={**command, "seat": seat})
            assert set(answer) == {"verdict", "code", "clause", "says"}
    assert shared.get(match.at)["version"] == before


def test_a_batch_answers_as_single_commands_do(shared):
    match = shared.match()
    orders = [{"type": "PlantFromHand", "seat": 0, "field": 0}, {"type": "EndPlanting", "seat": 0}]
    answer = shared.post(f"{match.at}/commands:batch", match.seats[0], json=orders)
    assert list(leaks(answer, 0)) == []
    assert len(answer["done"]) == 2
    answer = shared.post(f"{match.at}/commands:batch", shared.service, json=[{"type": "EndTrading", "seat": 0}])
    assert list(leaks(answer, 0)) == []


@pytest.mark.parametrize("place", ["service.queries.game_segment.redacted_envelope", "replay.record.redacted_envelope"])
def test_control_an_unredacted_answer_is_detected(api, monkeypatch, place):
    match = api.match()
    api.trade(match)
    monkeypatch.setattr(place, lambda envelope, viewer, options: envelope)
    with pytest.raises(AssertionError):
        assert_nothing_leaks(api, match)


def test_control_unredacted_moves_are_detected(api, monkeypatch):
    match, path = api.match(), "tables?limit=200&with=moves"
    api.trade(match)
    sound = [one["moves"] for one in api.get(f"{match.at}/{path}")["tables"]]
    assert list(leaks(sound, None)) == []
    monkeypatch.setattr(View, "of", lambda table, viewer: View(viewer=viewer, table=table))
    found = [one["moves"] for one in api.get(f"{match.at}/{path}")["tables"]]
    assert any("which card of /seats/" in leak for leak in leaks(found, None))
    assert any("a card that goes from /draw_pile" in leak for leak in leaks(found, None))

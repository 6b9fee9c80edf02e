"""State in the stream: each message carries what the other operations answer for its event and view."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from service.streaming.expansions import Expander
from tests.service.api.conftest import ApiClient, Match
from tests.service.api.test_notices import NDJSON, followed, notice, silent

ALL = "with=table,moves,pays,lands,choices,sentence"


def read_ndjson(api: ApiClient, match: Match, query: str, token: str | None = None) -> list[dict[str, Any]]:
    """Return the messages of a stream so far: tables and envelopes, with their expansions."""
    with followed(api, f"{match.at}/stream?{query}", token, **NDJSON) as parts:
        return [json.loads(line) for line in next(parts).splitlines()]


def read_sse(api: ApiClient, match: Match, query: str, token: str | None = None) -> list[dict[str, Any]]:
    """Return the same as server-sent events."""
    with followed(api, f"{match.at}/stream?{query}", token) as parts:
        blocks = next(parts).decode().strip().split("\n\n")
        return [json.loads(block.rpartition("data: ")[2]) for block in blocks]


@pytest.fixture(scope="module")
def match(shared: ApiClient) -> Match:
    """A game after a trade; the next command may propose a trade."""
    match = shared.match()
    shared.trade(match)
    while shared.move(match, Random(2), until="trade"):
        pass
    return match


def messages_with_answers(
    api: ApiClient, match: Match, view: str, token: str | None
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield each past message with what other operations answer for its event."""
    sentences = api.get(f"{match.at}/sentences?as={view}&lang=de", token)["sentences"]
    for message in read_ndjson(api, match, f"after=0&{ALL}&lang=de&as={view}", token):
        n = message["n"]
        table = api.get(f"{match.at}/table?at={n}&as={view}", token)
        (also,) = api.get(f"{match.at}/tables?after={n - 1}&limit=1&as={view}&with=moves,pays,lands", token)["tables"]
        assert also["table"] == table
        yield message, {**also, "sentence": sentences[n - 1]}


@pytest.mark.parametrize(("view", "own"), [("seat:1", True), ("spectator", False)])
def test_each_event_carries_the_table_and_the_sentence_of_its_view(shared, match, view, own):
    token = match.seats[1]
    for message, answers in messages_with_answers(shared, match, view, token):
        assert {name: message[name] for name in answers} == answers
        assert ("legal" in message) is own
        assert ("offers" in message) is own


def test_a_stream_carries_choices_for_its_own_seat_and_none_inside_a_batch(shared, match):
    ends = inside = 0
    for message in read_ndjson(shared, match, f"after=0&{ALL}", match.seats[1]):
        may = shared.get(f"{match.at}/legal-commands?seat=1&at={message['n']}", match.seats[1])
        assert (message["legal"], message["offers"]) == (may["legal"], may["offers"])
        if message["table"]["settled"]:
            ends += 1
        else:
            inside += 1
            assert (message["to_act"], message["asked"], message["legal"], message["offers"]) == ([], [], [], [])
    assert ends
    assert inside


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_stream_carries_words_beside_the_choices(shared, match, lang):
    for message in read_ndjson(shared, match, f"after=0&with=words&lang={lang}", match.seats[1]):
        may = shared.get(f"{match.at}/legal-commands?seat=1&at={message['n']}&lang={lang}", match.seats[1])
        assert (message["legal"], message["offers"]) == (may["legal"], may["offers"])
        assert message["words"] == {"legal": may["words"]["legal"], "offers": may["words"]["offers"]}
        assert len(message["words"]["legal"]) == len(message["legal"])
    assert all("words" not in one for one in read_ndjson(shared, match, "after=0&with=words"))


def test_a_legal_command_from_a_stream_can_be_submitted_as_it_is(api):
    match, luck = api.match(), Random(5)
    for _ in range(30):
        (message,) = read_ndjson(api, match, "with=choices")
        seat = message["to_act"][0]
        (message,) = read_ndjson(api, match, "with=choices", match.seats[seat])
        command = luck.choice([one for one in message["legal"] if one["type"] not in ("ProposeTrade", "OfferDonation")])
        api.submit(match, command)


def test_the_last_message_has_the_state_of_the_head(shared, match):
    for token in (match.seats[0], None):
        head = shared.get(match.at, token)
        message = read_ndjson(shared, match, f"after=0&{ALL}", token)[-1]
        assert (message["to_act"], message["asked"]) == (head["to_act"], head["asked"])
        assert head["to_act"]


def test_an_offer_is_streamed_to_the_seat_that_must_answer(api):
    match = api.match()
    while api.move(match, Random(1), until="trade"):
        pass
    head = api.get(match.at)
    active = head["to_act"][0]
    other = (active + 1) % 3
    with followed(
        api, f"{match.at}/stream?with=choices&after={head['version']}", match.seats[other], **NDJSON
    ) as parts:
        slot = api.get(f"{match.at}/table", match.seats[active])["seats"][active]["hand_slots"][0]
        give = [{"source": "hand", "slot": slot}]
        offer = {"type": "ProposeTrade", "seat": active, "with": other, "give": give, "want": {"red": 1}}
        api.submit(match, offer)
        message = json.loads(next(parts))
    assert (message["to_act"], message["asked"]) == ([active], [other])
    assert {"AcceptTrade", "DeclineTrade"} & {one["type"] for one in message["legal"]}


@pytest.mark.parametrize("read", [read_ndjson, read_sse])
def test_the_first_message_has_the_table_and_its_choices(shared, match, read):
    token = match.seats[0]
    (message,) = read(shared, match, ALL, token)
    table = message.get("table", message)
    may = shared.get(f"{match.at}/legal-commands?seat=0", token)
    head = shared.get(match.at, token)
    assert table.items() >= shared.get(f"{match.at}/table", token).items()
    assert (message["legal"], message["offers"]) == (may["legal"], may["offers"])
    assert (message["to_act"], message["asked"]) == (head["to_act"], head["asked"])
    (last,) = shared.get(f"{match.at}/tables?after={table['n'] - 1}&with=moves,pays,lands", token)["tables"]
    assert (message["pays"], message["lands"]) == (last["pays"], last["lands"])
    assert not {"sentence", "moves"} & {*message}
    (message,) = read(shared, match, "with=table", token)
    assert not {"to_act", "legal"} & {*message}


def test_both_stream_formats_carry_the_same(shared, match):
    token = match.seats[0]
    assert read_ndjson(shared, match, f"after=0&{ALL}", token) == read_sse(shared, match, f"after=0&{ALL}", token)


@pytest.mark.parametrize("one", ["table", "moves", "pays", "lands", "choices", "sentence"])
def test_a_message_carries_only_what_was_requested(shared, match, one):
    plain = read_ndjson(shared, match, "after=0", match.seats[0])
    members = {"choices": ["to_act", "asked", "legal", "offers"]}
    for bare, message in zip(plain, read_ndjson(shared, match, f"after=0&with={one}", match.seats[0]), strict=True):
        assert list(message) == [*bare, *members.get(one, [one])]


# Hidden state


def test_a_seat_gets_choices_only_in_its_own_view(shared, match):
    service, arbiter = shared.token("service"), shared.token("arbiter", match.game)
    (message,) = read_ndjson(shared, match, "with=choices&as=spectator", match.seats[0])
    assert "legal" not in message
    (message,) = read_ndjson(shared, match, "with=choices&as=seat:1", arbiter)
    assert "legal" not in message
    (message,) = read_ndjson(shared, match, "with=choices&as=seat:1", service)
    assert "legal" in message
    shared.problem(403, "view.forbidden", "GET", f"{match.at}/stream?{ALL}&as=seat:1", match.seats[0])


def test_a_delayed_spectator_gets_the_state_of_the_delayed_event(api):
    match = api.match(spectator_delay={"events": 10})
    luck = Random(1)
    with followed(api, f"{match.at}/stream?{ALL}", **NDJSON) as parts:
        message = json.loads(next(parts))
        seen = message["table"]["n"]
        assert seen < match.version
        for _ in range(6):
            api.move(match, luck)
            version = api.get(match.at)["version"]
            while seen < version:
                for line in next(parts).splitlines():
                    message = json.loads(line)
                    seen = message["n"]
                    assert message["table"] == api.get(f"{match.at}/table?at={seen}")
                    assert message["to_act"] == (api.get(match.at)["to_act"] if seen == version else message["to_act"])
    assert version < api.get(match.at, match.seats[0])["version"]


def test_a_paused_game_has_no_choices_until_the_notice_of_its_end(api):
    match = api.match()
    while 0 not in api.get(match.at)["to_act"]:
        api.move(match, Random(1))
    (before,) = read_ndjson(api, match, "with=choices", match.seats[0])
    assert before["legal"]
    with followed(api, f"{match.at}/stream?with=choices&after={match.version}", match.seats[0], **NDJSON) as parts:
        api.post(f"{match.at}/pause", match.organiser)
        paused = json.loads(next(parts))["notice"]
        assert (paused["kind"], paused["legal"], paused["offers"]) == ("paused", [], [])
        (message,) = read_ndjson(api, match, f"with=choices&after={match.version - 1}", match.seats[0])
        assert (message["legal"], message["offers"]) == ([], [])
        api.post(f"{match.at}/resume", match.organiser)
        resumed = json.loads(next(parts))["notice"]
        assert resumed["kind"] == "resumed"
        for name in ("to_act", "asked", "legal", "offers"):
            assert resumed[name] == before[name]
    (message,) = read_ndjson(api, match, f"with=choices&after={match.version - 1}", match.seats[0])
    assert message["legal"] == before["legal"]


def test_a_subscriber_who_reconnects_gets_the_notice_that_ended_the_pause(api):
    match = api.match()
    for what in ("pause", "resume"):
        api.post(f"{match.at}/{what}", match.organiser)
    with followed(api, f"{match.at}/stream?with=choices&after={match.version}", match.seats[0], **NDJSON) as parts:
        resumed = json.loads(next(parts))["notice"]
    may = api.get(f"{match.at}/legal-commands?seat=0", match.seats[0])
    assert (resumed["kind"], resumed["legal"]) == ("resumed", may["legal"])
    assert silent(api, f"{match.at}/stream?with=table&after={match.version}")


def test_a_notice_without_choices_is_unchanged(api):
    match = api.match()
    with followed(api, f"{match.at}/stream?with=table,sentence&after={match.version}") as parts:
        api.post(f"{match.at}/pause", match.organiser)
        assert notice(next(parts))["kind"] == "paused"


def test_an_ended_game_has_no_choices(api):
    match = api.match()
    (message,) = read_ndjson(api, match, "with=choices", match.seats[0])
    assert message["legal"]
    with followed(api, f"{match.at}/stream?after={match.version}&{ALL}", match.seats[0], **NDJSON) as parts:
        api.post(f"{match.at}/void", match.organiser, json={"reason": "arbiter"})
        lines = [json.loads(line) for part in parts for line in part.splitlines()]
    assert list(lines.pop()) == ["end"]
    message = lines[-1]
    assert (message["to_act"], message["asked"], message["legal"], message["offers"]) == ([], [], [], [])


# Errors and costs


@pytest.mark.parametrize(
    "asked", ["tables", "table,", "", ",", "table,choices,hands", "Table", "table choices", "table%0A"]
)
def test_an_unknown_expansion_is_refused(shared, match, asked):
    answer = shared.problem(422, "request.shape", "GET", f"{match.at}/stream?with={asked}", match.seats[0])
    assert answer["errors"][0]["place"] == "query.with"
    assert "table, moves, pays, lands, choices, words, sentence" in answer["errors"][0]["says"]


def test_equal_subscribers_share_one_state_per_event(api, monkeypatch):
    match, made = api.match(), []
    inner = Expander.of_event

    def after(self: Expander, n: int, **more: Any) -> Any:
        made.append(n)
        return inner(self, n, **more)

    monkeypatch.setattr(Expander, "of_event", after)
    for _ in range(5):
        read_ndjson(api, match, f"after=0&{ALL}", match.seats[0])
    assert made == [*range(1, match.version + 1)]
    read_ndjson(api, match, f"after=0&{ALL}", match.seats[1])
    assert len(made) == 2 * match.version
    read_ndjson(api, match, f"after=0&{ALL}&lang=fr", match.seats[1])
    assert len(made) == 3 * match.version


def test_a_new_name_is_in_the_sentences_of_later_streams(api):
    match = api.match(seats=[{"kind": "human", "name": "Ada"}, {"kind": "human"}, {"kind": "human"}])
    first = read_ndjson(api, match, "after=0&with=sentence")
    assert any("Ada" in message["sentence"] for message in first)
    api.request("PUT", f"{match.at}/seats/0", match.organiser, json={"kind": "human", "name": "Zoe"})
    later = read_ndjson(api, match, "after=0&with=sentence")
    assert any("Zoe" in message["sentence"] for message in later)
    assert not any("Ada" in message["sentence"] for message in later)

"""Commentary is as late as its event, kept from the seats until the end, and in no stream of the game."""

from service.access import visible_annotations
from service.access.delayed_sight import delayed
from service.access.tokens import Principal
from tests.service.api.event_loop import Transport, event_loop
from tests.service.api.test_broadcasts import TEXT, Broadcast
from tests.waiting import until

__all__ = ["event_loop"]


def test_commentary_is_hidden_from_seats_until_the_end_and_from_game_streams(api):
    cast = Broadcast(api)
    marks = [{"place": "/seats/0/hand/0", "to": "/seats/0/fields/1"}]
    said = cast.comment(2, "Look at this card.", marks=marks)
    assert (said["kind"], said["by"], said["marks"]) == ("commentary", "broadcaster", marks)
    spectator = api.token("spectator", cast.game)
    api.post(f"/v1/games/{cast.game}/annotations", spectator, json={"n": 1, "text": "Who is Bo?"})
    api.post(f"/v1/games/{cast.game}/annotations", cast.seats[1], json={"n": 1, "text": "Hello."})
    at = f"/v1/games/{cast.game}"
    for token in (None, spectator, api.service):
        assert cast.remarks(token) == ["Who is Bo?", "Hello.", "Look at this card."]
    assert cast.remarks(cast.seats[0]) == ["Hello."]
    for token, expected in ((None, 3), (cast.seats[0], 1)):
        sent = api.ask("GET", f"{at}/annotations/stream?follow=false", token).text
        assert sent.count("event: annotation") == expected
        assert ("Look at this card." in sent) == (expected == 3)
        streams = [api.ask("GET", f"{at}/stream?follow=false&after={n}", token).text for n in (0, 1)]
        assert all("Look at this card." not in one for one in streams)
    assert cast.show("commentary", **TEXT) == "Look at this card."
    api.post(f"{at}/void", api.service, json={"reason": "enough"})
    assert "Look at this card." in cast.remarks(cast.seats[0]), "the game is over"


def test_commentary_has_the_delay_of_its_event(api):
    cast = Broadcast(api)
    cast.move()
    sight = api.context.reader.sight(cast.game, Principal())
    cast.comment(sight.version, "Now.")
    cast.comment(1, "Then.")
    late = delayed(api.context.reader, sight, 3_600_000)
    assert [one.text for one in api.context.reader.remarks(late)] == ["Then."]


def test_control_commentary_shown_to_seats_is_detected(api, monkeypatch):
    cast = Broadcast(api)
    cast.comment(1, "Look at this card.")
    monkeypatch.setattr(visible_annotations, "may_know", lambda entry, sight: sight.knows(entry.n, entry.at))
    assert cast.remarks(cast.seats[0]) == ["Look at this card."]


def test_the_annotation_stream_sends_commentary(api, event_loop):
    cast = Broadcast(api)
    anybody, seat = Transport(), Transport()
    for transport, token in ((anybody, None), (seat, cast.seats[0])):
        event_loop.follow(api, f"/v1/games/{cast.game}/annotations/stream", transport, token)
    cast.comment(1, "Look at this card.")
    until(lambda: b"Look at this card." in anybody.sent, "commentary is not sent")
    api.post(f"/v1/games/{cast.game}/void", api.service, json={"reason": "enough"})
    until(lambda: b"Look at this card." in seat.sent, "the end of the game does not bring it")
    assert seat.sent.index(b"Look at this card.") >= 0


def test_a_retried_commentary_is_published_once(api):
    cast, key = Broadcast(api), {"Idempotency-Key": "once-and-no-more-1"}
    said = {"game": cast.game, "n": 1, "text": "Once."}
    for _ in range(2):
        api.post(f"{cast.cup.at}/commentary", cast.by, json=said, headers=key)
    assert cast.remarks() == ["Once."]

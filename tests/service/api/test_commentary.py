"""Commentary has the delay of its event, is hidden from seats until the end, and is in no stream of the game."""

from service.access import visible_annotations
from service.access.delayed_sight import with_delay
from service.access.tokens import Principal
from tests.service.api.event_loop import Transport, event_loop
from tests.service.api.test_broadcasts import TEXT, Broadcast
from tests.waiting import wait_until

__all__ = ["event_loop"]


def test_commentary_is_hidden_from_seats_until_the_end_and_from_game_streams(shared):
    cast = Broadcast(shared)
    marks = [{"place": "/seats/0/hand/0", "to": "/seats/0/fields/1"}]
    said = cast.comment(2, "Look at this card.", marks=marks)
    assert (said["kind"], said["by"], said["marks"]) == ("commentary", "broadcaster", marks)
    spectator = shared.token("spectator", cast.game)
    shared.post(f"/v1/games/{cast.game}/annotations", spectator, json={"n": 1, "text": "Who is Bo?"})
    shared.post(f"/v1/games/{cast.game}/annotations", cast.seats[1], json={"n": 1, "text": "Hello."})
    at = f"/v1/games/{cast.game}"
    for token in (None, spectator, shared.service):
        assert cast.remarks(token) == ["Who is Bo?", "Hello.", "Look at this card."]
    assert cast.remarks(cast.seats[0]) == ["Hello."]
    for token, expected in ((None, 3), (cast.seats[0], 1)):
        sent = shared.request("GET", f"{at}/annotations/stream?follow=false", token).text
        assert sent.count("event: annotation") == expected
        assert ("Look at this card." in sent) == (expected == 3)
        streams = [shared.request("GET", f"{at}/stream?follow=false&after={n}", token).text for n in (0, 1)]
        assert all("Look at this card." not in one for one in streams)
    assert cast.show("commentary", **TEXT) == "Look at this card."
    shared.post(f"{at}/void", shared.service, json={"reason": "enough"})
    assert "Look at this card." in cast.remarks(cast.seats[0]), "after the end"


def test_commentary_has_the_delay_of_its_event(shared):
    cast = Broadcast(shared)
    cast.move()
    sight = shared.context.reader.sight(cast.game, Principal())
    cast.comment(sight.version, "Now.")
    cast.comment(1, "Then.")
    late = with_delay(shared.context.reader, sight, 3_600_000)
    assert [one.text for one in shared.context.reader.annotations(late)] == ["Then."]


def test_control_commentary_shown_to_seats_is_detected(shared, monkeypatch):
    cast = Broadcast(shared)
    cast.comment(1, "Look at this card.")
    monkeypatch.setattr(visible_annotations, "may_know", lambda entry, sight: sight.knows(entry.n, entry.at))
    assert cast.remarks(cast.seats[0]) == ["Look at this card."]


def test_the_annotation_stream_sends_commentary(api, event_loop):
    cast = Broadcast(api)
    public, seat = Transport(), Transport()
    for transport, token in ((public, None), (seat, cast.seats[0])):
        event_loop.follow(api, f"/v1/games/{cast.game}/annotations/stream", transport, token)
    cast.comment(1, "Look at this card.")
    wait_until(lambda: b"Look at this card." in public.sent, "commentary is not sent")
    api.post(f"/v1/games/{cast.game}/void", api.service, json={"reason": "enough"})
    wait_until(lambda: b"Look at this card." in seat.sent, "the end of the game does not bring it")
    assert seat.sent.index(b"Look at this card.") >= 0


def test_a_retried_commentary_is_published_once(shared):
    cast, key = Broadcast(shared), {"Idempotency-Key": "once-and-no-more-1"}
    said = {"game": cast.game, "n": 1, "text": "Once."}
    for _ in range(2):
        shared.post(f"{cast.cup.at}/commentary", cast.by, json=said, headers=key)
    assert cast.remarks() == ["Once."]

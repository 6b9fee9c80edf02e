"""Tests of the codec: every event with a stored name can be read, even if it has subclasses."""

import gc
from collections.abc import Iterator
from typing import Annotated

import pytest

from domain import field_audiences
from domain.events import BeanPlanted, Event, SeatEvent
from domain.member_types import Count
from domain.visibility import EVERYONE
from replay.codec import Codec, Envelope, UnreadableEvent, event_types

PLANTED = BeanPlanted(seat=0, field=1, variety="soy", source="hand")


@pytest.fixture
def refined() -> Iterator[list[type[Event]]]:
    """Subclass BeanPlanted, once with a stored name and once without."""

    class BeanPlantedDeep(BeanPlanted, tag="bean_planted_deep.1"):
        depth: Annotated[Count, EVERYONE] = 1

    class BeanPlantedAgain(BeanPlanted):
        """It is written as its parent."""

    kinds: list[type[Event]] = [BeanPlantedDeep, BeanPlantedAgain]
    yield kinds
    # Remove them so that other tests do not see them.
    for kind in kinds:
        del field_audiences._restricted[kind]
    kinds.clear()
    del BeanPlantedDeep, BeanPlantedAgain
    gc.collect()
    assert "bean_planted_deep.1" not in event_types()


def test_a_subclass_of_an_event_removes_no_stored_name(refined):
    deep, again = refined
    kinds = event_types()
    assert kinds["bean_planted.1"] is BeanPlanted
    assert kinds["bean_planted_deep.1"] is deep
    assert again not in kinds.values()
    codec = Codec()
    for event in (PLANTED, deep(seat=0, field=1, variety="soy", source="hand", depth=2)):
        envelope = Envelope(game="g", n=1, at=0, event=event)
        assert codec.from_json(codec.to_json(envelope)) == envelope
        assert codec.from_state("g", 1, codec.to_state(envelope)) == envelope


def test_a_base_class_without_a_tag_has_no_stored_name():
    assert SeatEvent not in event_types().values()
    line = b'{"game":"g","n":1,"at":"2026-01-01T00:00:00.000Z","event":{"type":"SeatEvent","seat":0}}'
    with pytest.raises(UnreadableEvent):
        Codec().from_json(line)

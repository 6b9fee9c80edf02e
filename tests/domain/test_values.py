"""Tests of value classes: frozen, strict, and without a metaclass that slows their creation."""

from collections.abc import Iterator

import msgspec
import pytest

from domain.commands import DrawCards, SeatCommand
from domain.events import BeanPlanted, SeatEvent
from domain.findings import Finding
from domain.values import Value, has_own_tag


def slow(base: type) -> Iterator[str]:
    """Yield the subclasses that Python 3.11 calls slowly, through another metaclass."""
    for kind in base.__subclasses__():
        yield from [] if type(kind) is msgspec.StructMeta else [kind.__name__]
        yield from slow(kind)


def test_every_value_class_is_called_without_a_metaclass():
    assert not list(slow(Value))


def test_control_a_metaclass_is_detected():
    class Planted(msgspec.StructMeta):
        pass

    class Roundabout(msgspec.Struct):
        pass

    class Detour(Roundabout, metaclass=Planted):
        pass

    assert list(slow(Roundabout)) == [Detour.__name__]


def test_a_value_cannot_be_changed():
    with pytest.raises(AttributeError):
        Finding(name="cards").name = "hand"


def test_a_value_refuses_unknown_fields():
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.json.decode(b'{"name": "cards", "colour": "red"}', type=Finding)


def test_fields_at_their_default_are_left_out():
    assert msgspec.json.encode(Finding(name="cards")) == b'{"name":"cards"}'


def test_only_a_declared_tag_is_a_stored_name():
    class Refined(BeanPlanted):
        """A subclass without a stored name."""

    assert [has_own_tag(kind) for kind in (BeanPlanted, DrawCards)] == [True, True]
    assert [has_own_tag(kind) for kind in (SeatEvent, SeatCommand, Value, Refined)] == [False] * 4

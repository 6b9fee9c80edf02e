"""Frozen values: the base class of every table, command or event."""

from typing import Any, TypeVar, dataclass_transform

import msgspec


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(msgspec.field,))
class ValueMeta(msgspec.StructMeta):
    """Makes every value class frozen, keyword-only and strict, so that no class has to say it."""

    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **settings: Any) -> type:
        settings.setdefault("frozen", True)
        settings.setdefault("kw_only", True)
        settings.setdefault("forbid_unknown_fields", True)
        settings.setdefault("omit_defaults", True)
        # Values hold no cycles, so the cycle collector need not look at them: folds are a third faster.
        settings.setdefault("gc", False)
        # msgspec gives each class below a tagged one a tag too; only one that was declared is a name to store.
        namespace["__own_tag__"] = "tag" in settings
        return super().__new__(mcls, name, bases, namespace, **settings)


class Value(msgspec.Struct, metaclass=ValueMeta):
    """A frozen value with keyword-only fields; fields at their default are left out of its JSON."""


def has_own_tag(kind: type[Value]) -> bool:
    """Whether the class declares the tag under which its values are written, and does not inherit one."""
    return bool(kind.__dict__["__own_tag__"])


Item = TypeVar("Item")


def changed(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    """`items` with another one at `index`, counted from 0; IndexError when there is none."""
    # By way of a list: a third faster than joining two slices, and every fold does it for every event.
    anew = list(items)
    anew[index] = item
    return tuple(anew)

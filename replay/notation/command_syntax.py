"""The written form of a command, made from its declaration: literal text with members in braces."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

from domain.commands import Command
from domain.member_types import Member, members_of
from replay.notation.member_syntax import (
    NotationContext,
    example_text,
    member_pattern,
    read_member,
    read_sum,
    sum_pattern,
    write_member,
    write_sum,
)
from replay.notation.names import Names, Unreadable

NEW_OFFER: Final = "new"
"""The name in a form for the number of the next offer."""
_PARTS: Final = re.compile(r"\{([^}]*)\}|([\[\]])|([^\[\]{}]+)")
MOVE_END: Final = r"(?=[\s;{]|$)"
"""What may follow a move: a space, the end of the line, or a remark."""


class FormPart(NamedTuple):
    """Literal `text`, or `members` in one place; `optional` parts of one number are left out together."""

    text: str = ""
    members: tuple[Member, ...] = ()
    optional: int = 0
    new: bool = False


class WrittenForm:
    """One way to write a kind of command; `shown` is how a reader may picture it."""

    def __init__(self, kind: type[Command], template: str) -> None:
        self.kind = kind
        self.fixed: dict[str, str] = {}
        self._members = {member.name: member for member in members_of(kind)}
        self._parts = self._parse(template)
        covered = {member.name for part in self._parts for member in part.members} | {"seat", *self.fixed}
        self._left_out = [member for member in self._members.values() if member.name not in covered]
        self.regex = re.compile(self._pattern() + MOVE_END)
        self.template_text = re.sub(r"\{\w+=\w+\}", "", template)

    def _parse(self, template: str) -> list[FormPart]:
        parts: list[FormPart] = []
        group = optional = 0
        for name, bracket, text in _PARTS.findall(template):
            if bracket:
                group, optional = (group + 1, group + 1) if bracket == "[" else (group, 0)
            elif "=" in name:
                key, _, value = name.partition("=")
                self.fixed[key] = value
            elif name == NEW_OFFER:
                parts.append(FormPart(new=True, optional=optional))
            else:
                members = tuple(self._members[one] for one in name.split("+")) if name else ()
                parts.append(FormPart(text=text, members=members, optional=optional))
        return parts

    def _pattern(self) -> str:
        found, open_group = "", 0
        for index, part in enumerate(self._parts):
            if part.optional != open_group:
                found += (")?" if open_group else "") + ("(?:" if part.optional else "")
                open_group = part.optional
            if part.new:
                found += r"(?P<new>\d*)"
            elif part.members:
                inner = sum_pattern(part.members) if len(part.members) > 1 else member_pattern(part.members[0])
                found += f"(?P<m{index}>{inner})"
            else:
                found += re.escape(part.text)
        return found + (")?" if open_group else "")

    def example(self, names: Names, context: NotationContext | None = None) -> str:
        """Return an example of such a move, its optional parts left out, as in `#1>B @2=Re*`.

        The number of a new offer is 1, or the next one at the table of the context.
        """
        new = "1" if context is None else str(context.table.next_proposal)
        text = ""
        for part in self._parts:
            if not part.optional:
                said = new if part.new else example_text(names, part.members) if part.members else part.text
                if said == names.example_place and said in text:
                    said = names.other_place
                text += said
        return text

    def write(self, context: NotationContext, command: Command) -> str | None:
        """Return the command in this form; None when the form does not hold all of it."""
        values = {member.name: getattr(command, member.attribute) for member in self._members.values()}
        if any(values[name] != value for name, value in self.fixed.items()) or any(
            values[member.name] != default_of(self.kind, member) for member in self._left_out
        ):
            return None
        said = {
            part.optional
            for part in self._parts
            if any(values[member.name] != default_of(self.kind, member) for member in part.members)
        }
        text = ""
        for part in self._parts:
            if part.optional and part.optional not in said:
                continue
            if part.new:
                text += str(context.table.next_proposal)
            elif len(part.members) > 1:
                text += write_sum(context, [(member, values[member.name]) for member in part.members])
            elif part.members:
                if values[part.members[0].name] is None and part.members[0].name not in _MEMBERS_WRITING_NONE:
                    return None
                text += write_member(context, part.members[0], values[part.members[0].name])
            else:
                text += part.text
        return text

    def read(self, context: NotationContext, found: re.Match[str]) -> Command:
        """Return the command that is written like this; Unreadable when a part of it has no meaning."""
        values: dict[str, Any] = dict(self.fixed)
        for index, part in enumerate(self._parts):
            text = found.groupdict().get("new" if part.new else f"m{index}")
            if text is None or not (part.new or part.members):
                continue
            at = found.start("new" if part.new else f"m{index}")
            try:
                values |= self._read_part(context, part, text)
            except Unreadable as error:
                error.at += at
                raise
        try:
            return msgspec.convert({"seat": context.seat, **values}, self.kind)
        except msgspec.ValidationError as error:
            raise Unreadable(str(error), found.start()) from error

    def _read_part(self, context: NotationContext, part: FormPart, text: str) -> dict[str, Any]:
        if part.new:
            if text and int(text[:7]) != context.table.next_proposal:
                raise Unreadable(f"the next number is {context.table.next_proposal}, not {text[:7]}")
            return {}
        if len(part.members) > 1:
            return dict(read_sum(context, part.members, text))
        return {part.members[0].name: read_member(context, part.members[0], text)}


_MEMBERS_WRITING_NONE: Final = ("with", "slot")
"""Members whose None is written, as `*` or `@?`."""


def default_of(kind: type[Command], member: Member) -> object:
    """Return the default of a member; `...` for one that must be written."""
    defaults = _defaults(kind)
    return defaults.get(member.attribute, ...)


@cache
def _defaults(kind: type[Command]) -> dict[str, object]:
    fields = msgspec.structs.fields(kind)
    return {
        field.name: field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
        for field in fields
        if not field.required
    }


def long_form(kind: type[Command]) -> WrittenForm:
    """Return the form that every command has: its name, then each member with its value."""
    said: Sequence[Member] = [member for member in members_of(kind) if member.name != "seat"]
    parts = [
        f" {member.name}={{{member.name}}}"
        if default_of(kind, member) is ...
        else f"[ {member.name}={{{member.name}}}]"
        for member in said
    ]
    return WrittenForm(kind, kind.__name__ + "".join(parts))

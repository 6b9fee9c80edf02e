"""Bodies that people write, read and described by marshmallow."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, ClassVar, Final

import msgspec
from marshmallow import RAISE, Schema, ValidationError, fields, missing, post_load, validate

from service.http.json_text import read_json
from service.http.validation_errors import FAULTS_MAX, Fault, member, misshapen

_ANY: Final = msgspec.json.Decoder()
_WHOLE: Final = "_schema"
"""The key of marshmallow's errors for an object or a list as a whole."""


class MarshmallowBody(Schema):
    """The schema of a body, or of a part of one, that becomes a `value` of the service."""

    value: ClassVar[Any]
    optional: ClassVar[bool] = False
    """Whether the body may be missing."""
    error_messages: ClassVar[dict[str, str]] = {"type": "this is an object"}  # type: ignore[misc]  # as the library's

    class Meta:
        """Unknown members are refused."""

        unknown = RAISE

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.error_messages["unknown"] = f"there is no such member: there are {', '.join(self.fields)}"

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Derive from the type of the value whether a member is required, and its default."""
        field_obj.error_messages["required"] = "this member is missing"
        if field_obj.load_default is not missing:
            return
        member_ = next(one for one in msgspec.structs.fields(self.value) if one.name == field_name)
        field_obj.required = member_.required
        if member_.default is not msgspec.NODEFAULT:
            field_obj.load_default = member_.default
            field_obj.allow_none = field_obj.allow_none or member_.default is None
        elif member_.default_factory is not msgspec.NODEFAULT:
            field_obj.load_default = member_.default_factory

    def read(self, text: bytes) -> Any:
        """Return the value of a JSON text.

        Raises Misuse with all its faults, or `request.malformed` for invalid JSON.
        """
        try:
            sent = read_json(b"{}" if self.optional and not text else text, _ANY)
        except msgspec.ValidationError as error:  # a number too large to be read
            raise misshapen([Fault("body", str(error))]) from error
        try:
            return self.load(sent)
        except ValidationError as error:
            raise misshapen(list(islice(_faults(error.messages, self, sent, ""), FAULTS_MAX))) from error

    @post_load
    def _made(self, members: dict[str, Any], **_: Any) -> Any:
        lists = {name: tuple(member) for name, member in members.items() if isinstance(member, list)}
        return self.value(**{**members, **lists})


class Flag(fields.Boolean):
    """`true` or `false`, and no text for it."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **more: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **more)


class Amount(fields.Float):
    """A number, and no text for it."""

    def _validated(self, value: Any) -> float:
        if isinstance(value, str):
            raise self.make_error("invalid", input=value)
        return super()._validated(value)


class Few(fields.List[Any]):
    """A list of at most `most` items. The items of a longer list are not checked, which would take long."""

    def __init__(self, inner: fields.Field[Any], *, most: int, **settings: Any) -> None:
        super().__init__(inner, validate=validate.Length(max=most), **settings)
        self._most = most

    def _deserialize(self, value: Any, attr: Any, data: Any, **more: Any) -> list[Any]:
        if isinstance(value, list) and len(value) > self._most:
            raise ValidationError(f"there are at most {self._most}")
        return super()._deserialize(value, attr, data, **more)


def _faults(messages: Any, kind: Any, sent: Any, place: str) -> Iterator[Fault]:
    """Yield the library's messages with their places, in the order of the schema. Unknown members come last."""
    if not isinstance(messages, dict):
        yield Fault(place or "body", "; ".join(dict.fromkeys(map(str, messages))))
        return
    if isinstance(kind, fields.Dict):  # the library separates keys and values of a dictionary
        for name, wrong in messages.items():
            yield from _faults(wrong.get("value", wrong.get("key")), None, None, member(place, name))
        return
    if _WHOLE in messages and not (isinstance(sent, dict) and _WHOLE in sent):  # senders may use this name for a member
        yield Fault(place or "body", "; ".join(map(str, messages[_WHOLE])))
    if isinstance(kind, fields.List):
        for index in sorted(set(messages) - {_WHOLE}):
            yield from _faults(messages[index], kind.inner, sent[index], f"{place}[{index}]")
        return
    schema = kind.schema if isinstance(kind, fields.Nested) else kind
    known = {field.data_key or name: field for name, field in schema.fields.items()}
    strange = [name for name in sent if name not in known] if isinstance(sent, dict) else []
    for name in (*known, *strange):
        if name in messages:
            inside = sent.get(name) if isinstance(sent, dict) else None
            yield from _faults(messages[name], known.get(name), inside, member(place, name))

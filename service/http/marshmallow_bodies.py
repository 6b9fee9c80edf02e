"""Request bodies that marshmallow reads and describes: those that people write."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, ClassVar, Final

import msgspec
from marshmallow import RAISE, Schema, ValidationError, fields, missing, post_load, validate

from service.http.json_text import read_json
from service.http.validation_errors import ERRORS_MAX, FieldError, invalid_body, member

_ANY: Final = msgspec.json.Decoder()
_WHOLE: Final = "_schema"
"""Marshmallow's key for the errors of an object or a list as a whole."""


class MarshmallowBody(Schema):
    """The schema of a body or of a part of one. It is read into a `value` type of the service."""

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
        """Set whether a member is required, and its default, from the `value` type."""
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

        Raises Misuse with all its errors, or `request.malformed` for invalid JSON.
        """
        try:
            sent = read_json(b"{}" if self.optional and not text else text, _ANY)
        except msgspec.ValidationError as error:  # a number too large to be read
            raise invalid_body([FieldError("body", str(error))]) from error
        try:
            return self.load(sent)
        except ValidationError as error:
            raise invalid_body(list(islice(_field_errors(error.messages, self, sent, ""), ERRORS_MAX))) from error

    @post_load
    def _make_value(self, members: dict[str, Any], **_: Any) -> Any:
        lists = {name: tuple(member) for name, member in members.items() if isinstance(member, list)}
        return self.value(**{**members, **lists})


class StrictBoolean(fields.Boolean):
    """`true` or `false`. Texts and numbers are refused."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **more: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **more)


class StrictNumber(fields.Float):
    """A number. Texts are refused."""

    def _validated(self, value: Any) -> float:
        if isinstance(value, str):
            raise self.make_error("invalid", input=value)
        return super()._validated(value)


class LimitedList(fields.List[Any]):
    """A list of at most `items_max` items. The items of a longer list are not checked, which would take long."""

    def __init__(self, inner: fields.Field[Any], *, items_max: int, **settings: Any) -> None:
        super().__init__(inner, validate=validate.Length(max=items_max), **settings)
        self._items_max = items_max

    def _deserialize(self, value: Any, attr: Any, data: Any, **more: Any) -> list[Any]:
        if isinstance(value, list) and len(value) > self._items_max:
            raise ValidationError(f"there are at most {self._items_max}")
        return super()._deserialize(value, attr, data, **more)


def _field_errors(messages: Any, kind: Any, sent: Any, place: str) -> Iterator[FieldError]:
    """Yield marshmallow's messages with their places, in the order of the schema. Unknown members come last."""
    if not isinstance(messages, dict):
        yield FieldError(place or "body", "; ".join(dict.fromkeys(map(str, messages))))
        return
    if isinstance(kind, fields.Dict):  # marshmallow separates the errors of keys and values
        for name, errors in messages.items():
            yield from _field_errors(errors.get("value", errors.get("key")), None, None, member(place, name))
        return
    if _WHOLE in messages and not (
        isinstance(sent, dict) and _WHOLE in sent
    ):  # a client may send a member of this name
        yield FieldError(place or "body", "; ".join(map(str, messages[_WHOLE])))
    if isinstance(kind, fields.List):
        for index in sorted(set(messages) - {_WHOLE}):
            yield from _field_errors(messages[index], kind.inner, sent[index], f"{place}[{index}]")
        return
    schema = kind.schema if isinstance(kind, fields.Nested) else kind
    known = {field.data_key or name: field for name, field in schema.fields.items()}
    unknown = [name for name in sent if name not in known] if isinstance(sent, dict) else []
    for name in (*known, *unknown):
        if name in messages:
            inside = sent.get(name) if isinstance(sent, dict) else None
            yield from _field_errors(messages[name], known.get(name), inside, member(place, name))

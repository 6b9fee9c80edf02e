"""JSON is refused for its depth only, not for the number of brackets or the content of strings."""

import json
from typing import Any

import msgspec
import pytest

from domain.refusals import Misuse
from service.http import json_text
from service.http.json_text import DEPTH_MAX, read_json

DECODER = msgspec.json.Decoder()


def nested(depth: int, core: object = 1) -> Any:
    """Return a value nested in `depth` alternating lists and objects."""
    for level in range(depth):
        core = [core] if level % 2 else {"a": core}
    return core


@pytest.mark.parametrize("beside", [[], [1] * 99, [[]] * 99, ["[[{" * 40], ['\\"[' * 40]], ids=str)
def test_json_is_accepted_up_to_the_depth_limit(beside: list[object]) -> None:
    for depth, fits in ((DEPTH_MAX - 1, True), (DEPTH_MAX, False)):
        value = [*beside, nested(depth)]
        text = json.dumps(value).encode()
        if fits:
            assert value == read_json(text, DECODER)
        else:
            with pytest.raises(Misuse, match="deep"):
                read_json(text, DECODER)


def test_json_with_few_brackets_is_not_scanned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_text, "_STRING", None)
    assert nested(DEPTH_MAX) == read_json(json.dumps(nested(DEPTH_MAX)).encode(), DECODER)
    with pytest.raises(AttributeError):
        read_json(json.dumps(nested(DEPTH_MAX + 1)).encode(), DECODER)

"""Examples of calls of an operation in curl, Python and TypeScript, which run as they are."""

import json
import shlex
from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import quote, urlencode

SERVER: Final = "https://haricot.invalid"
"""Stands for the service's address until the page is shown."""
TOKEN: Final = "hrc_..."  # not a real one

JSON: Final = "application/json"
FILE: Final = "game.haricot.jsonl"
"""What is sent if a body is not JSON."""
PRINTED: Final = "    for line in answer.iter_lines():\n        print(line)"
WIDTH: Final = 60
"""How many characters of a value fit on one line."""


class Syntax(NamedTuple):
    """How a language writes true, false and nothing, and its indentation."""

    values: Mapping[bool | None, str]
    pad: str


PYTHON: Final = Syntax({True: "True", False: "False", None: "None"}, "    ")
SCRIPT: Final = Syntax({True: "true", False: "false", None: "null"}, "  ")


class SampleRequest(NamedTuple):
    """The request of an example. `media` is the type of its body, `accept` that of its response."""

    method: str
    path: str
    query: Mapping[str, Any] = {}
    body: Any = None
    media: str | None = None
    accept: str = JSON
    token: bool = False

    @property
    def url(self) -> str:
        """The whole address."""
        query = urlencode(self.query, safe=":,")
        return f"{SERVER}{self.path}{'?' if query else ''}{query}"

    @property
    def headers(self) -> dict[str, str]:
        """The required headers."""
        made = {"Authorization": f"Bearer {TOKEN}"} if self.token else {}
        if self.media is not None:
            made["Content-Type"] = self.media
        return made

    @property
    def streams(self) -> bool:
        """Whether its response is a stream."""
        return self.accept == "text/event-stream"


def filled(path: str, parts: Mapping[str, Any]) -> str:
    """Return a path with the values of its parts."""
    for name, value in parts.items():
        path = path.replace(f"{{{name}}}", quote(str(value), safe="/:"))
    return path


def in_curl(sample: SampleRequest) -> str:
    """Return the example for a shell."""
    verb = [] if sample.method == "GET" or (sample.method == "POST" and sample.media) else ["-X", sample.method]
    words = ["curl", "-N" if sample.streams else "", *verb, shlex.quote(sample.url)]
    lines = [" ".join(word for word in words if word)]
    lines += [f"-H {shlex.quote(f'{name}: {value}')}" for name, value in sample.headers.items()]
    if sample.media is not None:
        text = json.dumps(sample.body, ensure_ascii=False)
        if len(text) > WIDTH:
            text = json.dumps(sample.body, ensure_ascii=False, indent=2)
        lines.append(f"--data-binary @{FILE}" if _is_text(sample) else f"-d {shlex.quote(text)}")
    return " \\\n  ".join(lines)


def in_python(sample: SampleRequest) -> str:
    """Return the example for httpx."""
    given = [json.dumps(sample.url)]
    headers = {name: value for name, value in sample.headers.items() if name != "Content-Type" or _is_text(sample)}
    given += [f"headers={_literal(headers, PYTHON, 1)}"] if headers else []
    if sample.media is not None:
        file = f'content=Path("{FILE}").read_bytes()'
        given.append(file if _is_text(sample) else f"json={_literal(sample.body, PYTHON, 1)}")
    if sample.streams:
        lines = "".join(f"    {one},\n" for one in [json.dumps(sample.method), *given, "timeout=None"])
        return f"import httpx\n\nwith httpx.stream(\n{lines}) as answer:\n{PRINTED}"
    call = sample.method.lower()
    if call == "delete" and sample.media is not None:  # httpx.delete takes no body
        call, given = "request", ['"DELETE"', *given]
    lines = "".join(f"    {one},\n" for one in given)
    shown = "answer.json()" if sample.accept == JSON else "answer.text"
    needs = "from pathlib import Path\n\nimport httpx" if _is_text(sample) else "import httpx"
    return f"{needs}\n\nanswer = httpx.{call}(\n{lines})\nanswer.raise_for_status()\nprint({shown})"


def in_typescript(sample: SampleRequest) -> str:
    """Return the example for fetch, in browsers or Node."""
    options = [f'method: "{sample.method}"'] if sample.method != "GET" else []
    options += [f"headers: {_literal(sample.headers, SCRIPT, 1)}"] if sample.headers else []
    if sample.media is not None:
        body = (
            f'await readFile("{FILE}")' if _is_text(sample) else f"JSON.stringify({_literal(sample.body, SCRIPT, 1)})"
        )
        options.append(f"body: {body}")
    lines = "".join(f"  {one},\n" for one in options)
    call = f"await fetch({json.dumps(sample.url)}{f', {{{chr(10)}{lines}}}' if options else ''})"
    if sample.streams:
        text = "for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) console.log(text);"
        return f"const answer = {call};\n{text}"
    shown = "json" if sample.accept == JSON else "text"
    needs = 'import { readFile } from "node:fs/promises";\n\n' if _is_text(sample) else ""
    fails = "if (!answer.ok) throw new Error(await answer.text());"
    return f"{needs}const answer = {call};\n{fails}\nconsole.log(await answer.{shown}());"


def _is_text(sample: SampleRequest) -> bool:
    return sample.media is not None and sample.media != JSON


def _literal(value: Any, syntax: Syntax, depth: int) -> str:
    """Return a value in a language, on one line if it fits."""
    match value:
        case True | False | None:
            return syntax.values[value]
        case dict():
            parts = [f"{json.dumps(name)}: {_literal(one, syntax, depth + 1)}" for name, one in value.items()]
        case list():
            parts = [_literal(one, syntax, depth + 1) for one in value]
        case _:
            return json.dumps(value, ensure_ascii=False)
    first, last = ("{", "}") if isinstance(value, dict) else ("[", "]")
    short = f"{first}{', '.join(parts)}{last}"
    if len(short) <= WIDTH and "\n" not in short:
        return short
    pad = syntax.pad * depth
    return f"{first}\n{''.join(f'{pad}{syntax.pad}{one},{chr(10)}' for one in parts)}{pad}{last}"

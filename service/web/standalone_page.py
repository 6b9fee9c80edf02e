"""A game as one HTML file, which opens from a disk without a network."""

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final

from flask import render_template, request
from markupsafe import Markup

from service.web.assets import assets
from service.web.language import language, words_of
from service.web.page_data import script_data

AnswerOf = Callable[..., Any]
"""Returns what an operation returns to the caller: `answer_of(operation, game, **query)`."""
STYLES: Final = ("base", "viewer")
"""The styles of the viewer, also in a frame."""
SECTIONS: Final = ("table", "board", "replay", "story", "clock", "show", "trouble")
"""The texts of the viewer."""
STARTER: Final = "js/embed/starter.js"
VIEWER: Final = "js/embed/viewer.js"
BESIDE: Final = "moves,pays,lands,clock"
"""The parts that the viewer requests for each table, in js/game/current_table.js."""
TABLES_AT_ONCE: Final = 200
ENDS_SCRIPT: Final = re.compile("[<>&\u2028\u2029]")
"""What could end a script with JSON, or begin a comment in it."""


def file_of(answer_of: AnswerOf, game: str, view: str | None) -> str:
    """Return the file of a game in this view, by default the caller's. It holds no token and names no other file.

    Raises what the operations raise for callers who may not have it.
    """
    files, head = assets(), answer_of("get_game", game)
    view = view or head["may"]["views"][0]
    events, upto = answer_of("list_events", game, as_=view), head["version"]
    sentences = answer_of("list_sentences", game, as_=view, lang=language())["sentences"]
    timeline = answer_of("get_timeline", game, as_=view)
    # These come from several requests: later events are left out, so that all agree.
    upto = min(upto, events.count("\n"), len(sentences), timeline["version"])
    story = answer_of("get_story", game, as_=view, lang=language())
    audit = answer_of("get_audit", game, as_=view, lang=language())
    audit["verdicts"] = audit["verdicts"][:upto]
    kept = {
        "": {**head, "may": {"views": [view], "seat": None}, "version": upto},
        "/events": "\n".join(events.split("\n")[:upto]),
        "/sentences": {"sentences": sentences[:upto]},
        "/timeline": {**timeline, "version": upto},
        "/story": story,
        "/audit": audit,
        "/backs": answer_of("list_known_cards", game, as_=view),
        "/tables": {"tables": list(_tables(answer_of, game, view, upto)), "version": upto},
    }
    style, starter = files.style(STYLES), files.text(files.entries[STARTER].file)
    return render_template(
        "takeaway.html",
        game=game,
        head=head,
        address=f"{request.host_url}games/{game}",
        sentences=sentences[:upto],
        data=_in_script({**script_data(head, language()), "game": game, "view": view}),
        modules=_packed(files.modules_for(VIEWER)),
        kept=_packed(kept),
        words=words_of(*SECTIONS),
        style=Markup(style),
        starter=Markup(starter),
        policy=f"default-src 'none'; script-src {_source(starter)} blob:; style-src {_source(style)}; font-src data:; "
        "img-src data:; base-uri 'none'; form-action 'none'",
    )


def _tables(answer_of: AnswerOf, game: str, view: str, upto: int) -> list[Any]:
    found: list[Any] = []
    while len(found) < upto:
        limit = min(TABLES_AT_ONCE, upto - len(found))
        found += answer_of("list_tables", game, as_=view, after=len(found), limit=limit, with_=BESIDE)["tables"]
    return found


def _packed(value: Any) -> str:
    """Return JSON, compressed, in Base64, so that no text in it can end the script around it."""
    return b64encode(gzip.compress(json.dumps(value, separators=(",", ":")).encode(), mtime=0)).decode()


def _in_script(value: Any) -> Markup:
    """Return JSON for use in a script."""
    return Markup(ENDS_SCRIPT.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False)))


def _source(text: str) -> str:
    """Return the source by which a content security policy allows a script or a style in the page."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"

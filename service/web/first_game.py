"""The guided first game: its steps and its quiz, each with the table that the engine makes of it."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from flask import Blueprint, render_template

from domain.editions import EDITIONS, rulebook_of
from domain.translations import spoken
from projections.command_labels import CommandLabels
from projections.sentences import Chronicle
from replay.adjudicate import Adjudication, adjudicate_in_detail
from service.web.language import language
from service.web.page_data import script_data

SOURCE: Final = Path(__file__).with_name("first_game.toml")

Step = dict[str, Any]


def add_first_game(web: Blueprint) -> None:
    """Add the page of the guided game."""

    @web.get("/learn")
    def learn() -> str:
        """Show the guided game. Without scripts its steps can be read."""
        return render_template("learn.html", data=page_data(language()))


@cache
def first_game() -> dict[str, Any]:
    """Return the guided game: `edition`, `names`, `steps` and `quiz`, each step with its position.

    Raise ValueError for a step or a question that the rules judge in another way than the game needs.
    """
    game = tomllib.loads(SOURCE.read_text("utf-8"))
    at: object = None
    for step in game["steps"]:
        at = step.setdefault("position", at)
        at = step["position"] = _after(step, at, step.get("before", []))
        if "tries" in step:
            _require(step, "illegal", adjudicate_in_detail(at, step["tries"]))
        else:
            at = _after(step, at, [*step["acts"], *step.get("answers", [])])
    for question in game["quiz"]:
        question["position"] = _after(question, question["position"], [])
        verdicts = [
            adjudicate_in_detail(question["position"], choice).verdict["verdict"] for choice in question["choices"]
        ]
        if sorted(verdicts) != ["illegal"] * (len(verdicts) - 1) + ["legal"]:
            raise ValueError(f"question {question['key']}: exactly one choice must be legal, not {verdicts}")
    return game


def _after(part: Step, position: object, commands: list[Any]) -> Any:
    found = adjudicate_in_detail(position, commands)
    _require(part, "legal", found)
    return found.verdict["table"]


def _require(part: Step, verdict: str, found: Adjudication) -> None:
    if found.verdict["verdict"] != verdict:
        raise ValueError(f"{part['key']}: {found.verdict} is not {verdict}")


@cache
def page_data(language: str) -> dict[str, Any]:
    """Return the data of the page's scripts: names, words, and the guided game with its clauses in this language."""
    game = first_game()
    data = spoken(EDITIONS[game["edition"]].data, language)
    steps = [{**step, "says": data.clauses[step["clause"]].says} for step in game["steps"]]
    quiz = [{**question, "words": _words(question, language)} for question in game["quiz"]]
    return script_data(language=language) | {"lesson": {**game, "steps": steps, "quiz": quiz}}


def _words(question: dict[str, Any], language: str) -> list[str]:
    """Return the choices of a question in words."""
    table = adjudicate_in_detail(question["position"], []).table
    chronicle = Chronicle(rulebook_of(table).data, language, tuple(first_game()["names"]))
    commands = [adjudicate_in_detail(question["position"], choice).judged[0][0] for choice in question["choices"]]
    return [*CommandLabels(chronicle, rulebook_of(table), table, 0).labels(commands)]

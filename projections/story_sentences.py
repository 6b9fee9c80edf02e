"""The story of a finished game as sentences: a summary of a few, and one for each moment."""

from collections.abc import Iterator
from typing import Any

from domain.edition_data.family import FAMILY
from projections.analytics.game_figures import COIN_VALUE
from projections.sentences import Chronicle
from projections.story import KeyMoment, SeatStory, Story
from projections.templates import fill_template


class StorySentences:
    """Writes stories of one edition in the language of a chronicle. Every fact comes from the events of the game."""

    def __init__(self, chronicle: Chronicle) -> None:
        self._chronicle = chronicle
        self._templates = FAMILY.story[chronicle.language]

    def summary(self, story: Story) -> str:
        """Return the game in one paragraph."""
        return " ".join(self._chronicle.sentence_case(one) for one in self._sentences(story))

    def moment(self, moment: KeyMoment) -> str:
        """Return a moment as a sentence without a full stop."""
        partner = "" if moment.partner is None else self._chronicle.seat(moment.partner)
        return self._sentence(
            f"moment.{moment.kind}",
            seat=self._chronicle.seat(moment.seat),
            partner=partner,
            coins=self._chronicle.coins(round(moment.size / COIN_VALUE)),
        )

    def _sentences(self, story: Story) -> Iterator[str]:
        yield self._result(story)
        if (turned := story.turned) is not None:
            how = {0: "always", 1: "1"}.get(story.lead_changes, "many")
            seat = self._chronicle.seat(turned.seat)
            yield self._sentence(f"led.{how}", seat=seat, turn=turned.turn, count=story.lead_changes)
        best = max(story.seats, key=lambda one: 0 if one.best_harvest is None else one.best_harvest.coins)
        if (harvest := best.best_harvest) is not None:
            yield self._sentence(
                "harvest",
                seat=self._chronicle.seat(best.seat),
                turn=harvest.turn,
                coins=self._chronicle.coins(harvest.coins),
                cards=self._chronicle.cards(harvest.cards),
            )
        trader = max(story.seats, key=_gain)
        if (coins := round(_gain(trader) / COIN_VALUE)) > 0:
            yield self._sentence("exchange", seat=self._chronicle.seat(trader.seat), coins=self._chronicle.coins(coins))

    def _result(self, story: Story) -> str:
        first = story.seats[story.winners[0]]
        score, name = self._chronicle.score(first.score), self._chronicle.seat
        if len(story.winners) > 1:
            return self._sentence(
                "won.shared", winners=self._chronicle.listed([*map(name, story.winners)]), score=score
            )
        others = sorted((one for one in story.seats if one is not first), key=lambda one: (one.place, one.seat))
        second, winner = others[0], name(first.seat)
        if second.score == first.score:
            tie = "" if story.tie_break is None else self._chronicle.word(f"tie_break.{story.tie_break}")
            return self._sentence("won.tie", winner=winner, second=name(second.seat), score=score, tie_break=tie)
        alone = len([one for one in others if one.place == second.place]) == 1
        return self._sentence(
            "won",
            winner=winner,
            score=score,
            margin=first.score - second.score,
            second=name(second.seat) if alone else "",
        )

    def _sentence(self, name: str, **facts: Any) -> str:
        return fill_template(
            self._templates[name], lambda blank: str(facts[blank.names[0]]), lambda fact: bool(facts.get(fact))
        )


def _gain(seat: SeatStory) -> int:
    return seat.got - seat.given

"""Each form of notation of each edition has an example that is read as its command."""

import pytest

from domain.editions import EDITIONS
from replay.notation.moves import forms_of
from replay.notation.names import names_of


@pytest.mark.parametrize("edition", [*EDITIONS])
def test_each_form_of_notation_reads_its_example(edition):
    names = names_of(edition)
    for form in (*forms_of(edition).short, *forms_of(edition).long.values()):
        example = form.example(names)
        found = form.regex.match(example)
        assert found is not None, example
        assert found.end() == len(example)
        assert "{" not in example

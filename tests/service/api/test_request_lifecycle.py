"""Request ids are unique and random."""

import re
from concurrent.futures import ThreadPoolExecutor

from service.http.request_lifecycle import RequestState


def test_request_ids_are_32_hex_digits_and_unique_over_threads() -> None:
    with ThreadPoolExecutor(8) as threads:
        ids = [one.id for one in threads.map(lambda _: RequestState(), range(4000))]
    assert len({*ids}) == 4000
    assert all(re.fullmatch("[0-9a-f]{32}", one) for one in ids)

"""Check quotas per caller and in total, and the origin that an address counts for."""

import pytest

from service.ops.quota import Quota, network_of
from service.problems import Problem


def test_a_quota_limits_each_caller_and_the_total() -> None:
    counted: list[int] = []
    quota = Quota(3, "places", counted.append)
    mine, api = {"me": 1, "from here": 2}, {"you": 2, "from here": 2}
    with quota.held(mine), pytest.raises(Problem) as refused:
        quota.enter(mine)
    assert refused.value.code == "rate.limited"
    quota.enter(mine)
    quota.enter(api)
    with pytest.raises(Problem) as refused:
        quota.enter(api)
    assert refused.value.code == "rate.limited"
    quota.enter({"elsewhere": 9})
    with pytest.raises(Problem) as refused:
        quota.enter({"anywhere": 9})
    assert refused.value.code == "unavailable"
    quota.leave(api)
    quota.enter({"anywhere": 9})
    assert quota.total == sum(counted) == 3


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_an_ipv6_address_counts_by_its_network(address: str, origin: str) -> None:
    assert network_of(address) == origin

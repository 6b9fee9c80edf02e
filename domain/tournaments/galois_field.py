"""Finite fields of the sizes that tables come in, for schedules without a repeat."""

from functools import cache
from itertools import product
from typing import NamedTuple


class GaloisField(NamedTuple):
    """A field of `size` elements, numbers from 0; `minus[a][b]` is a - b, `times[a][b]` is a * b."""

    size: int
    minus: tuple[tuple[int, ...], ...]
    times: tuple[tuple[int, ...], ...]


@cache
def galois_field(size: int) -> GaloisField | None:
    """Return the field of this size, None where there is none.

    The digits of a number to the base of the prime p are the coefficients of a polynomial, the last one first. The
    product is taken modulo the first polynomial x^m + ... that makes a field.
    """
    prime = next((one for one in range(2, size + 1) if size % one == 0), 0)
    degree = 0
    while prime and prime**degree < size:
        degree += 1
    if size < 2 or prime**degree != size:
        return None
    elements = [_digits(number, prime, degree) for number in range(size)]
    minus = tuple(
        tuple(_number([(x - y) % prime for x, y in zip(a, b, strict=True)], prime) for b in elements) for a in elements
    )
    for lower in product(range(prime), repeat=degree):
        times = tuple(tuple(_number(_product(a, b, lower, prime), prime) for b in elements) for a in elements)
        if all(0 not in row[1:] for row in times[1:]):
            return GaloisField(size, minus, times)
    return None


def _digits(number: int, prime: int, degree: int) -> list[int]:
    return [number // prime**place % prime for place in range(degree)]


def _number(digits: list[int], prime: int) -> int:
    return sum(digit * prime**place for place, digit in enumerate(digits))


def _product(a: list[int], b: list[int], lower: tuple[int, ...], prime: int) -> list[int]:
    degree = len(a)
    terms = [0] * (2 * degree - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            terms[i + j] += x * y
    for place in range(2 * degree - 2, degree - 1, -1):  # x^degree = -lower
        for at, coefficient in enumerate(lower):
            terms[place - degree + at] -= terms[place] * coefficient
        terms[place] = 0
    return [term % prime for term in terms[:degree]]

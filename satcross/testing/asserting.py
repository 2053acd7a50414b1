"""What every test of the kit says: an AssertionError."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from satcross.errors import SatcrossError

P = ParamSpec("P")
T = TypeVar("T")


def asserting(check: Callable[P, T]) -> Callable[P, T]:
    """A test of the kit that raises AssertionError alone: what else comes up is its cause."""

    @wraps(check)
    def run(*args: P.args, **keywords: P.kwargs) -> T:
        try:
            return check(*args, **keywords)
        except AssertionError:
            raise
        except SatcrossError as error:
            raise AssertionError(str(error)) from error
        except Exception as error:
            raise AssertionError(f"{type(error).__name__}: {error}") from error

    return run

"""Type checks of a caller's arguments: one-line errors instead of AttributeErrors from deep inside.

`checked` guards the public functions, and `check_fields` the public dataclasses: each argument is
compared with its annotation if that names plain types or classes of the module. The values are
checked where they are used.
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from enum import Enum
from numbers import Integral, Real
from operator import index
from types import UnionType
from typing import Any, ParamSpec, TypeVar, Union, cast, get_args, get_origin

from satcross.errors import OptionError

P = ParamSpec("P")
T = TypeVar("T")
E = TypeVar("E", bound=Enum)

# By the name in an annotation: the class, and its name in messages.
_PLAIN: Mapping[str, tuple[type, str]] = {
    "None": (type(None), "None"),
    "bool": (bool, "True or False"),
    "int": (Integral, "a whole number"),  # numpy's too
    "float": (Real, "a number"),
    "str": (str, "a string"),
    "bytes": (bytes, "bytes"),
    "tuple": (tuple, "a tuple"),
    "list": (list, "a list"),
    "dict": (dict, "a dict"),
    "frozenset": (frozenset, "a frozenset"),
    "Collection": (Iterable, "a collection"),
    "Iterable": (Iterable, "an iterable"),
    "Mapping": (Mapping, "a mapping"),
    "Sequence": (Sequence, "a sequence"),
    "Set": (Set, "a set"),
    "Callable": (Callable, "callable"),  # type: ignore[dict-item]
    "ProgressHandler": (Callable, "callable"),  # type: ignore[dict-item]
}

_OF_STRINGS = {
    "tuple[str, ...]", "frozenset[str]", "Sequence[str]", "Iterable[str]", "Collection[str]",
}  # fmt: skip


def checked(function: Callable[P, T]) -> Callable[P, T]:
    """A public function whose arguments are checked, and get whole numbers as `int`.

    Raises:
        OptionError: from the function: an argument is missing, unknown, or of another type.
    """
    signature = inspect.signature(function)
    kinds = {
        name: parameter.annotation
        for name, parameter in signature.parameters.items()
        if isinstance(parameter.annotation, str)
    }
    variadic = {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}

    @functools.wraps(function)
    def call(*args: P.args, **keywords: P.kwargs) -> T:
        try:
            bound = signature.bind(*args, **keywords)
        except TypeError as error:
            raise OptionError(
                str(error),
                hint=_instead([name for name in keywords if name not in kinds], kinds),
                source=f"{function.__name__}()",
            ) from None
        for name, value in bound.arguments.items():
            if name in kinds:
                if signature.parameters[name].kind in variadic:
                    for one in value:
                        check_type(name, one, kinds[name], function.__globals__)
                    continue
                check_type(name, value, kinds[name], function.__globals__)
                bound.arguments[name] = plain_integer(value)
        return function(*bound.args, **bound.kwargs)

    return call


def plain_integer(value: T) -> T:
    """A whole number of numpy and the like as an `int`; other values as they are."""
    if isinstance(value, Integral) and not isinstance(value, int):
        return cast(T, index(value))
    return value


def _instead(unknown: Sequence[str], known: Iterable[str]) -> str:
    """What to write instead of the first unknown parameter; "" if there is none."""
    if not unknown:
        return ""
    from difflib import get_close_matches  # for this message alone

    names = [name for name in known if name not in {"return", "self", "cls"}]
    like = get_close_matches(unknown[0], names, 1)
    return f"did you mean {like[0]}?" if like else f"its parameters are {', '.join(names)}"


def check_makers(cls: type, n_given: int, n_needed: int, problem: str, hint: str) -> None:
    """Refuse to make an object of too few arguments, for a class that has makers.

    None at all are let pass: `copy` and `pickle` make objects so.

    Args:
        cls: the class.
        n_given: arguments of the call.
        n_needed: that its `__init__` cannot do without.
        problem: what is wrong with too few.
        hint: which functions to call.

    Raises:
        OptionError: some arguments are there, and some are missing.
    """
    if 0 < n_given < n_needed:
        raise OptionError(problem, hint=hint, source=cls.__name__)


def check_fields(made: Any, globals_: Mapping[str, Any]) -> None:
    """Check the types of all `init` fields of a dataclass.

    Whole numbers of other libraries become Python's.

    Args: globals_: the globals of its module.

    Raises:
        OptionError: the type of a field differs from its annotation.
    """
    for name, field in made.__dataclass_fields__.items():
        if field.init:
            value = getattr(made, name)
            annotation, known = _as_text(field.type)
            names = {**globals_, **known} if known else globals_
            check_type(name, value, annotation, names)
            if (plain := plain_integer(value)) is not value:
                object.__setattr__(made, name, plain)


def check_type(parameter: str, value: object, annotation: str, names: Mapping[str, Any]) -> None:
    """Check a value against an annotation; the arguments of generic types are ignored.

    Args:
        parameter: the parameter's name, for the message.
        annotation: as in "int | None". It is not checked if a name in it is not a class.
        names: the namespace in which classes are looked up.

    Raises:
        OptionError: the value has another type.
    """
    wanted: list[str] = []
    for part in _parts(annotation):
        base = part.partition("[")[0]
        kind, text = _PLAIN.get(base) or (names.get(base), f"a {base}")
        if kind is Any or not (isinstance(kind, type) or kind is Callable):
            return
        if _is_a(value, kind):
            if part in _OF_STRINGS and isinstance(value, tuple | list | frozenset):
                for element in value:
                    check_type(parameter, element, "str", {})
            return
        wanted.append(text)
    shown = (
        _shown(value)
        if isinstance(value, str | int | float | None)
        else f"a {type(value).__name__}"
    )
    raise OptionError(f"must be {' or '.join(wanted)}, got {shown[:60]}", parameter=parameter)


def _as_text(annotation: Any) -> tuple[str, Mapping[str, Any]]:
    """An annotation as text, with the classes in it by name.

    It is text already where a module has `from __future__ import annotations`.
    """
    if isinstance(annotation, str):
        return annotation, {}
    is_union = get_origin(annotation) in (Union, UnionType)
    parts = get_args(annotation) if is_union else (annotation,)
    plain = [part for part in parts if isinstance(part, type) and get_origin(part) is None]
    names = [part.__name__ if part in plain else repr(part) for part in parts]
    text = " | ".join("None" if name == "NoneType" else name for name in names)
    return text, {part.__name__: part for part in plain}


def _is_a(value: object, kind: Any) -> bool:
    if isinstance(value, bool) and kind in (Integral, Real):
        return False
    if isinstance(value, bytes) and kind in (Iterable, Sequence):
        return False
    return callable(value) if kind is Callable else isinstance(value, kind)


@functools.cache
def _parts(annotation: str) -> tuple[str, ...]:
    """The members of a union that is written with `|`, not split inside brackets."""
    parts, depth = [""], 0
    for char in annotation:
        depth += (char == "[") - (char == "]")
        if char == "|" and not depth:
            parts.append("")
        else:
            parts[-1] += char
    return tuple([part.strip() for part in parts])


def member(value: object, kind: type[E], parameter: str) -> E:
    """The member of an enum that is given as such or by its value.

    Raises:
        OptionError: there is none.
    """
    try:
        return kind(value)
    except ValueError:
        choices = ", ".join(str(choice.value) for choice in kind)
        raise OptionError(f"must be one of {choices}, got {value!r}", parameter=parameter) from None


def check_choice(value: object, choices: Sequence[str], parameter: str) -> None:
    """Raise OptionError unless the value of a parameter is one of these."""
    if value not in choices:
        raise OptionError(
            f"there is no {parameter} {value!r}",
            hint=f"choose one of {', '.join(choices)}",
            parameter=parameter,
        )


def whole_number(text: str) -> int | None:
    """The number that a text of the digits 0 to 9 is; None for other texts, and above 18 digits.

    >>> whole_number("12"), whole_number("9" * 5000), whole_number("-1"), whole_number("٣")
    (12, None, None, None)
    """
    # Python's `int` has an error of its own for thousands of digits.
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else None


def _shown(value: object) -> str:
    """A value in a message."""
    if isinstance(value, int) and value.bit_length() > 1000:  # `repr` has a limit too
        return f"a number of {value.bit_length()} bits"
    return repr(value)


def check_text(value: str | None, parameter: str) -> None:
    """Raise OptionError if a text has half a character, which no file can hold.

    Arguments of the command line have them in the place of bytes that are not UTF-8.
    """
    try:
        (value or "").encode()
    except UnicodeEncodeError:
        raise OptionError(f"{value!r} is not UTF-8", parameter=parameter) from None


def check_integer(
    value: object, parameter: str, *, at_least: int, at_most: int | None = None, hint: str = ""
) -> int:
    """The value of a parameter that is a whole number in this range, numpy's too, as an `int`.

    Raises:
        OptionError: it is something else, True and False included.
    """
    value = plain_integer(value)
    if isinstance(value, bool) or not isinstance(value, int):
        allowed = "a whole number"
    elif value < at_least or (at_most is not None and value > at_most):
        allowed = f"{at_least} or greater" if at_most is None else f"from {at_least} to {at_most}"
    else:
        return value
    raise OptionError(f"must be {allowed}, got {_shown(value)}", hint=hint, parameter=parameter)


def check_time_limit(time_limit_s: float | None) -> None:
    """Raise OptionError unless this is a number of seconds above 0, or None."""
    if time_limit_s is None:
        return
    is_number = isinstance(time_limit_s, int | float) and not isinstance(time_limit_s, bool)
    if not (is_number and time_limit_s > 0 and math.isfinite(time_limit_s)):
        shown = f"{time_limit_s:g}" if is_number else repr(time_limit_s)
        raise OptionError(
            f"must be a number of seconds above 0, got {shown}",
            hint="leave it out for no limit",
            parameter="time_limit_s",
        )


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address or a name.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("localhost"), is_loopback("head")
    (True, True, True, False)
    """
    import ipaddress  # for servers and clusters alone

    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def counted(n: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "fill"), counted(1200, "fill"), counted(2, "entry"), counted(2, "guess")
    ('1 fill', '1,200 fills', '2 entries', '2 guesses')
    """
    if n == 1:
        return f"1 {noun}"
    if noun.endswith("ry"):
        return f"{n:,} {noun[:-1]}ies"
    return f"{n:,} {noun}{'es' if noun.endswith('ss') else 's'}"


def some_of(names: Sequence[str], n: int) -> str:
    """The first `n` names, and how many more there are.

    >>> some_of(["r1c1", "r1c2", "r1c3"], 2)
    'r1c1, r1c2 and 1 more'
    """
    more = f" and {len(names) - n:,} more" if len(names) > n else ""
    return f"{', '.join(names[:n])}{more}"

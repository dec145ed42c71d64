"""A rule as a Python function: slower by far than a rule that mexlab reads, with the same laws and charts."""

from __future__ import annotations

from typing import Any, Callable, Hashable, Iterable, Mapping

from ._law import Laws
from ._progress import Progress
from ._table import Table, table_of

#: positions of a table for which nobody says how far it goes
POSITIONS = 10_000
#: positions that are remembered at most
REMEMBERED = 10_000_000


class FunctionGame:
    """A game whose options a Python function lists.

    Positions are integers (or tuples of them), from 0 on in every coordinate; what the function lists must lead
    to an end. Python computes its values: a rule text is some hundred times as fast, and only for one there
    are proofs.

    Args:
        moves: a function of the coordinates of a position that gives its options: each an integer or a tuple;
            a list of these is a sum of components.
        state: names of the coordinates (``"n"``, ``"a b"``, ``("a", "b")``); the parameters of the function if
            not given.

    >>> import mexlab
    >>> g = mexlab.game(moves=lambda n: [n - k for k in (1, 3, 4) if k <= n])
    >>> g.laws(300)["sg"].words
    'sg(n + 7) = sg(n); by n mod 7: 0 1 0 1 2 3 2'
    >>> g.ask(5).winning_moves
    [2]
    """

    def __init__(self, moves: Callable[..., Iterable[Any]], state: Any = None) -> None:
        if not callable(moves):
            raise TypeError("moves is a function of a position that lists its options")
        self.moves = moves
        if state is None:
            state = _names_of(moves)
        elif isinstance(state, str):
            state = state.replace(",", " ").split()
        self.coordinates: list[str] = [str(name) for name in state]
        if not self.coordinates or len(set(self.coordinates)) < len(self.coordinates):
            raise ValueError("state: a position has coordinates with different names")
        self._values: dict[tuple[int, ...], int] = {}

    def options(self, position: tuple[int, ...]) -> list[tuple[tuple[int, ...], ...]]:
        """The options of a position, each as a tuple of components."""
        options = []
        for option in self.moves(*position):
            parts = option if isinstance(option, list) else [option]
            options.append(tuple(self._component(part, position) for part in parts))
        return options

    def _component(self, part: Any, position: Any = None) -> tuple[int, ...]:
        numbers = part if isinstance(part, tuple) else (part,)
        if len(numbers) != len(self.coordinates) or not all(hasattr(number, "__index__") for number in numbers):
            place = "" if position is None else f"an option of {position}: "
            raise TypeError(f"{place}{part!r} is no position ({', '.join(self.coordinates)})")
        return tuple(number.__index__() for number in numbers)

    def sg(self, *position: int) -> int:
        """The nim-value (Grundy value) of a position: the least number that no option has.

        Raises:
            ValueError: play from there may never end, or more than ten million positions lie below it.
        """
        values, start = self._values, self._component(tuple(position))
        stack: list[tuple[tuple[int, ...], list]] = []
        open_: set[Hashable] = set()
        if start not in values:
            stack.append((start, self.options(start)))
            open_.add(start)
        while stack:
            here, options = stack[-1]
            below = next((part for option in options for part in option if part not in values), None)
            if below is None:
                found = set()
                for option in options:
                    total = 0
                    for part in option:
                        total ^= values[part]
                    found.add(total)
                values[here] = next(value for value in range(len(found) + 1) if value not in found)
                open_.discard(here)
                stack.pop()
                continue
            if below in open_:
                raise ValueError(f"play may never end: it comes back to {below}")
            if len(values) + len(stack) > REMEMBERED:
                raise ValueError(f"more than {REMEMBERED} positions lie below {start}")
            stack.append((below, self.options(below)))
            open_.add(below)
        return values[start]

    def table(self, to: int | Mapping[str, int] | None = None) -> Table:
        """The nim-values up to ``to`` in every coordinate, or in each by its name; of ten thousand positions if
        not given."""
        import itertools

        side = round(POSITIONS ** (1 / len(self.coordinates)))
        if to is None:
            to = side - 1
        bounds = [to[name] for name in self.coordinates] if isinstance(to, Mapping) else [to] * len(self.coordinates)
        if not all(isinstance(bound, int) and not isinstance(bound, bool) and bound >= 0 for bound in bounds):
            raise ValueError(f"to={to!r}: bounds are integers from 0 on")
        cells = 1
        for bound in bounds:
            cells *= bound + 1
        if cells > REMEMBERED:
            raise ValueError(f"the table has {cells} positions; a Python function can have {REMEMBERED}")
        import array

        box = itertools.product(*(range(bound + 1) for bound in bounds))
        values = array.array("q", (self.sg(*position) for position in box)).tobytes()
        axes = [(name, 0, bound + 1) for name, bound in zip(self.coordinates, bounds)]
        return table_of("sg", axes=axes, values=values, is_written=False)

    def laws(self, to: int | Mapping[str, int] | None = None, *, progress: Progress = None) -> Laws:
        """The laws of the table of that size."""
        return self.table(to).laws(prove=False, progress=progress)

    def ask(self, position: Any) -> FunctionAnswer:
        """Who wins a position, and every winning move."""
        at = self._component(position)
        winning = []
        for option in self.options(at):
            total = 0
            for part in option:
                total ^= self.sg(*part)
            if total == 0:
                parts = [part[0] if len(part) == 1 else part for part in option]
                winning.append(parts[0] if len(parts) == 1 else parts)
        value = self.sg(*at)
        return FunctionAnswer(value, value != 0, sorted(winning, key=repr))

    def plot(self, to: int | Mapping[str, int] | None = None, **options: Any) -> Any:
        """Draws the table of that size."""
        return self.table(to).plot("sg", **options)

    def __repr__(self) -> str:
        return f"<FunctionGame ({', '.join(self.coordinates)}): a Python function>"


class FunctionAnswer:
    """What is known of a position of a :class:`FunctionGame`: ``sg``, ``win``, ``winning_moves``."""

    def __init__(self, sg: int, win: bool, winning_moves: list) -> None:
        self.sg, self.win, self.winning_moves = sg, win, winning_moves

    def __repr__(self) -> str:
        return f"<FunctionAnswer: sg={self.sg}, win={self.win}, winning_moves={self.winning_moves}>"


def _names_of(moves: Callable) -> list[str]:
    import inspect

    try:
        return list(inspect.signature(moves).parameters)
    except (TypeError, ValueError):
        raise ValueError("state=: name the coordinates of a position") from None

"""Games: rules and what is asked of them."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, overload

from . import _mexlab
from ._answer import Answer, Claims
from ._law import Law, Laws
from ._progress import Progress, follower
from ._proof import Certificate
from ._table import Table, _effort

if TYPE_CHECKING:
    from ._function import FunctionGame


class Game:
    """A rule with values for its parameters; :func:`game` makes one.

    Work runs without the lock of the interpreter. Ctrl-C ends it with :class:`Interrupted`, and ends the work
    of other threads as well; what a table has by then is in the attribute ``table`` of the exception.
    """

    def __init__(self, core: Any) -> None:
        self._core = core

    @property
    def name(self) -> str:
        """Its name, ``rule`` where the text gives none."""
        return self._core.name

    @property
    def title(self) -> str | None:
        """Its title."""
        return self._core.title

    @property
    def text(self) -> str:
        """The text of its rule."""
        return self._core.text

    @property
    def parameters(self) -> dict[str, int | str]:
        """Parameters and their values: integers, or as rules write them."""
        return {name: _value(value) for name, value in self._core.parameters()}

    @property
    def coordinates(self) -> list[str]:
        """Names of the coordinates of a position.

        Raises:
            RuleError: the rule is no game that can be computed.
        """
        return self._core.shape()[0]

    @property
    def is_partizan(self) -> bool:
        """Whether Left and Right have different moves."""
        return self._core.shape()[1]

    @property
    def command(self) -> str:
        """How ``mexlab`` on a command line names it, with its parameters."""
        return self._core.command

    def explain(self) -> dict[str, str]:
        """How the rule was read: states, order, kernel, cost."""
        return dict(self._core.explain())

    def table(
        self,
        to: int | Mapping[str, int] | None = None,
        quantities: str | Iterable[str] | None = None,
        *,
        starts: bool | None = None,
        board: str | int | None = None,
        progress: Progress = None,
    ) -> Table:
        """The table of the game: what ``mexlab table`` prints.

        Args:
            to: the greatest value of every coordinate, or of each by its name. As far as the rule says, if
                not given; where it does not say, as far as about a second's work allows.
            quantities: names of columns (``sg``, ``win``, ``misere``, ``remoteness``, ``moves``, ...); those
                of the rule if not given.
            starts: whether the rows are starting positions, by their sizes; what the rule's table usually has,
                if not given.
            board: rows are the positions of a board of coins of this size: ``9``, ``"3x3"``.
            progress: see :data:`mexlab.Progress`.

        Raises:
            RuleError: the rule is no game that can be computed.
            UsageError: a bound or a quantity makes no sense.
            LimitError: the table is larger than the memory it may take; or work was stopped there, and the
                attribute ``table`` has what was computed.
            Interrupted: Ctrl-C; ``table`` has what was computed.

        >>> import mexlab
        >>> mexlab.game("wythoff").table({"a": 2, "b": 3}, "win")["win"]
        array([[0, 1, 1, 1],
               [1, 1, 0, 1],
               [1, 0, 1, 1]], dtype=uint16)
        """
        names = [quantities] if isinstance(quantities, str) else list(quantities or [])
        if not all(isinstance(name, str) for name in names):
            raise TypeError("quantities are names, such as 'sg'")
        rows = None if starts is None else "starts" if starts else "positions"
        size = None if board is None else str(board)
        with follower(progress) as told:
            return Table(self._core.table(_bound(to), names, rows, size, told), self)

    def laws(
        self,
        to: int | Mapping[str, int] | None = None,
        quantities: str | Iterable[str] | None = None,
        *,
        starts: bool | None = None,
        prove: bool = True,
        effort: int = 1,
        progress: Progress = None,
    ) -> Laws:
        """The laws of the table of that size, best first, with proofs as far as they are found.

        The engine is asked for more values where some column shows no law. See :meth:`table` and
        :meth:`Table.laws` for the arguments and errors.
        """
        table = self.table(to, quantities, starts=starts, progress=progress)
        return table.laws(prove=prove, effort=effort, progress=progress)

    def check(
        self,
        to: int | Mapping[str, int] | None = None,
        *,
        prove: bool = True,
        effort: int = 1,
        progress: Progress = None,
    ) -> Claims:
        """The answers to the claims of the rule: what ``mexlab check`` prints.

        Args:
            to: how far positions are judged; as far as the rule says if not given.
            prove: whether proofs are looked for, with so much effort (see :meth:`Table.laws`).

        >>> import mexlab
        >>> mexlab.game("heap n; move n - t for t in 1..min(3, n); claim c: lose iff n % 4 = 0").check(100)
        <Claims: 1 of 1 hold>
        """
        with follower(progress) as told:
            answers = self._core.check(_bound(to), _effort(effort) if prove else 0, told)
        return Claims(json.loads(answers))

    def prove(
        self,
        law: str | Law | None = None,
        *,
        quantity: str | None = None,
        to: int | None = None,
        effort: int = 30,
        progress: Progress = None,
    ) -> Certificate:
        """A certificate of a law for every position: what ``mexlab prove`` writes.

        Args:
            law: as rules state it (``"lose iff n % 4 = 0"``), or a law that was found; if not given, one that
                the table shows.
            quantity: what the law is about, where none is given: ``sg``, ``win`` or ``misere``.
            to: greatest position whose value may be computed for a proof.
            effort: so many times two seconds' work.

        Raises:
            Refuted: the law is false; the exception has the smallest counterexample.
            NotProved: no proof was found.
            RuleError: the law has mistakes.
        """
        if isinstance(law, Law):
            stated = law.statement
            if stated is None:
                raise ValueError(f"{law.words}: rules cannot state this law; give it as text")
            law = stated
        with follower(progress) as told:
            return Certificate(self._core.prove(law, quantity, to, _effort(effort), told))

    def ask(self, position: Any, *, progress: Progress = None) -> Answer:
        """What is known of a position: who wins, its values, every winning move.

        Args:
            position: as ``mexlab ask`` reads it (``"3, 5"``, ``"3 + 4"``, ``"[1, 2, ?]"``, ``"HTTH"``), a number,
                or a tuple of coordinates, in which a row of heaps is a list and a set is a set.

        Raises:
            UsageError: it is no position of this game; the message shows how one is written.
            LimitError: its search does not fit the limits.

        >>> import mexlab
        >>> mexlab.game("wythoff").ask((3, 5)).win
        False
        >>> mexlab.game("nim", k=4).ask("[1, 2, 4, ?]").completions
        [7]
        """
        with follower(progress) as told:
            return Answer(json.loads(self._core.ask(_position(position), told)))

    def plot(self, quantity: str | None = None, to: int | Mapping[str, int] | None = None, **options: Any) -> Any:
        """Draws the table of that size: see :meth:`Table.plot`."""
        return self.table(to).plot(quantity, **options)

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value}" for name, value in self.parameters.items())
        return f"<Game {self.name}{f'({values})' if values else ''}: {self.title or self.text.strip()}>"

    def _repr_html_(self) -> str:
        from ._chart import game_html

        return game_html(self)


@overload
def game(
    rule: str | os.PathLike, /, *, memory: int | None = None, kernel: str = "auto", **parameters: Any
) -> Game: ...
@overload
def game(*, moves: Callable[..., Iterable[Any]], state: Any = None) -> FunctionGame: ...


def game(
    rule: str | os.PathLike | None = None,
    /,
    *,
    moves: Callable | None = None,
    state: Any = None,
    memory: int | None = None,
    kernel: str = "auto",
    **parameters: Any,
) -> Any:
    """A game by its rule.

    Args:
        rule: the name of a game of the catalogue (:func:`games`), a code such as ``octal:0.77`` or
            ``subtract:1,3,4``, a path, or the text of a rule, in which a semicolon may stand between two lines
            and the line ``game NAME`` may be missing.
        moves, state: a rule as a Python function: see :class:`mexlab.FunctionGame`.
        memory: most bytes a table may take; 8 GB if not given.
        kernel: ``auto``, ``machine`` (no special method), or ``oracle`` (the definition, slow).
        parameters: values for the parameters of the rule: integers, sets, lists, or as the command line writes
            them; a range such as ``range(2, 10)`` or ``"2..9"`` makes a family, whose table has a further axis.
            A parameter with a name from above can be given in ``rule`` only by a rule text.

    Raises:
        RuleError: the rule has mistakes.
        UsageError: there is no such rule, or a parameter does not fit.

    >>> import mexlab
    >>> mexlab.game("wythoff").title
    "Wythoff's game"
    >>> mexlab.game("heap n; mvoe n - 1")
    Traceback (most recent call last):
      ...
    mexlab._errors.RuleError: error[R010]: `mvoe` does not begin a statement
    ...
    """
    if moves is not None:
        if rule is not None:
            raise TypeError("a game has a rule or moves, not both")
        from ._function import FunctionGame

        return FunctionGame(moves, state, **parameters)
    if rule is None:
        raise TypeError("which game? Give a name, a rule text, a path, or moves=...")
    given = [f"{name}={_written(value)}" for name, value in parameters.items()]
    if isinstance(rule, os.PathLike):
        path = os.fspath(rule)
        named = path if os.sep in path or path.endswith((".game", ".claims")) else os.path.join(".", path)
        return Game(_mexlab.Rule.named(named, given, memory, kernel))
    if not isinstance(rule, str):
        raise TypeError(f"a rule is a text, a name or a path, not {type(rule).__name__}")
    if _is_text(rule):
        return Game(_mexlab.Rule.of_text(_lines(rule), given, memory, kernel))
    return Game(_mexlab.Rule.named(rule, given, memory, kernel))


def octal(code: str, **options: Any) -> Game:
    """The octal game of a code such as ``0.77`` (Kayles).

    >>> import mexlab
    >>> mexlab.octal("0.77").laws(2000)["sg"].parameters["period"]
    12
    """
    return game(code if ":" in code else f"octal:{code}", **options)


def games() -> dict[str, str]:
    """Names and titles of the games of the catalogue."""
    return dict(_mexlab.catalogue())


def _is_text(rule: str) -> bool:
    """Whether it is the text of a rule: no name and no path has several words that begin with a keyword."""
    first = rule.split(None, 1)
    starts = ("game", "heap", "heaps", "state", "coins", "claims", "#", "title", "extends")
    return "\n" in rule or (len(first) == 2 and (first[0] in starts or first[0].startswith("#")))


def _lines(text: str) -> str:
    """A rule in one line, with semicolons for ends of lines, as lines; those in quotes and brackets stay."""
    if "\n" in text:
        return text
    lines, depth, is_quoted = [""], 0, False
    for character in text:
        is_quoted ^= character == '"'
        if not is_quoted:
            depth += (character in "([{") - (character in ")]}")
        if character == ";" and not is_quoted and depth <= 0:
            lines.append("")
        else:
            lines[-1] += character
    return "\n".join(line.strip() for line in lines)


def _written(value: Any) -> str:
    """A value as the command line writes it."""
    if isinstance(value, bool):
        raise TypeError("a parameter is a number, a set, a list or a word")
    if isinstance(value, range):
        if value.step == 1 and len(value):
            return f"{value[0]}..{value[-1]}"
        raise ValueError(f"{value}: a range has step 1 and is not empty")
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(str(int(each)) for each in sorted(value)) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_written(each) for each in value) + "]"
    return str(value)


def _value(text: str) -> int | str:
    try:
        return int(text)
    except ValueError:
        return text


def _bound(to: Any) -> str | None:
    if to is None or isinstance(to, str):
        return to
    if isinstance(to, Mapping):
        return ",".join(f"{name}={_integer(value)}" for name, value in to.items())
    return str(_integer(to))


def _integer(value: Any) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{value!r}: a bound is an integer, or a dictionary of integers by coordinate")
    return value.__index__()


def _position(position: Any) -> str:
    if isinstance(position, str):
        return position
    if isinstance(position, tuple):
        return "(" + ", ".join(_coordinate(each) for each in position) + ")"
    return _coordinate(position)


def _coordinate(value: Any) -> str:
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(str(_number(each)) for each in sorted(value)) + "}"
    if isinstance(value, (list, tuple)) or type(value).__module__ == "numpy" and getattr(value, "ndim", 0) == 1:
        return "[" + ", ".join("?" if each is None else str(_number(each)) for each in value) + "]"
    return "?" if value is None else str(_number(value))


def _number(value: Any) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{value!r}: coordinates are integers, lists of them, or sets of them")
    return value.__index__()

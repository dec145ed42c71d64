"""Tables: columns of exact values over a box of positions."""

from __future__ import annotations

import os
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Iterator, NamedTuple

from . import _mexlab
from ._progress import Progress, follower

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import xarray as xr

    from ._game import Game
    from ._law import Laws

#: rows that a notebook shows
ROWS = 8


class Axis(NamedTuple):
    """A coordinate, or a parameter that varies, with its least and greatest value."""

    name: str
    lo: int
    hi: int

    @property
    def values(self) -> range:
        """All its values."""
        return range(self.lo, self.hi + 1)


class Table:
    """The values of quantities at every position of a box.

    ``table["sg"]`` is the column as a numpy array with one axis for each coordinate, in the order of
    :attr:`axes`; the index 0 stands for the least value of the coordinate. The array is the memory of the
    engine, which nobody may write to; ``.copy()`` makes one of your own.

    >>> import mexlab
    >>> table = mexlab.game("nim", k=2).table(3)
    >>> table.axes
    (Axis(name='h1', lo=0, hi=3), Axis(name='h2', lo=0, hi=3))
    >>> table["sg"]
    array([[0, 1, 2, 3],
           [1, 0, 3, 2],
           [2, 3, 0, 1],
           [3, 2, 1, 0]], dtype=uint16)
    >>> table.at(1, 3)["sg"]
    2
    """

    def __init__(self, core: Any, game: Game | None = None) -> None:
        self._core = core
        self._made: dict[str, np.ndarray] = {}
        #: the game it is a table of, where it is one of a rule
        self.game = game

    @property
    def axes(self) -> tuple[Axis, ...]:
        """The coordinates in the order of the rule, parameters that vary before them."""
        return tuple(Axis(*axis) for axis in self._core.axes)

    @property
    def quantities(self) -> list[str]:
        """Names of the columns."""
        return self._core.columns

    @property
    def shape(self) -> tuple[int, ...]:
        """Number of values of each coordinate."""
        return tuple(len(axis.values) for axis in self.axes)

    @property
    def said(self) -> str | None:
        """How it was read, where it comes from a text or from values."""
        return self._core.said

    @property
    def periods(self) -> dict[str, tuple[int, int, int]]:
        """Periods that are proved by the periodicity theorem of Guy and Smith while the table is computed:
        quantity to preperiod, period and the last position computed for it."""
        return {quantity: tuple(rest) for quantity, *rest in self._core.periods}

    def __getitem__(self, quantity: str) -> np.ndarray:
        """The column of that name.

        Integers are ``uint16`` where all of them fit, else ``int64``, without a copy; integers of more than
        64 bits are an array of Python's; words (the outcomes ``L``, ``R``, ``N``, ``P``) are an array of
        strings; values of partizan games are :class:`fractions.Fraction`, ``None`` where the value is not a
        number. ``win`` and ``misere`` are 1 where the player to move wins. Cells that are not positions
        (:attr:`present`) hold 0 or anything else.

        Raises:
            KeyError: the table has no such column.
        """
        import numpy as np

        if quantity not in self._core.columns:
            raise KeyError(f"{quantity!r}; there is {', '.join(self._core.columns)}")
        kind = self._core.kind(quantity)
        if kind == "integers":
            return np.asarray(self._core.column(quantity))
        if kind == "words":
            return np.array(self._core.words(quantity))[np.asarray(self._core.column(quantity))]
        if quantity in self._made:
            return self._made[quantity]
        make = int if kind == "big" else Fraction
        values = np.empty(len(self), dtype=object)
        values[:] = [None if text is None else make(text) for text in self._core.texts(quantity)]
        values = self._made[quantity] = values.reshape(self.shape)
        values.flags.writeable = False
        return values

    @property
    def present(self) -> np.ndarray:
        """Which cells are positions, as an array of booleans."""
        import numpy as np

        cells = self._core.present()
        return np.ones(self.shape, dtype=bool) if cells is None else np.asarray(cells)

    def __len__(self) -> int:
        """Number of cells of the box."""
        size = 1
        for length in self.shape:
            size *= length
        return size

    def __iter__(self) -> Iterator[str]:
        return iter(self.quantities)

    def at(self, *position: int) -> dict[str, Any]:
        """The values at one position.

        Raises:
            IndexError: it is outside the box, or no position.
        """
        axes = self.axes
        if len(position) != len(axes):
            raise IndexError(f"a position has {len(axes)} coordinates, not {len(position)}")
        for axis, value in zip(axes, position):
            if value not in axis.values:
                raise IndexError(f"{axis.name} = {value} is not in {axis.lo}..{axis.hi}")
        cell = tuple(value - axis.lo for axis, value in zip(axes, position))
        if self._core.present() is not None and not self.present[cell]:
            raise IndexError(f"{position} is not a position")
        return {name: _plain(self[name][cell]) for name in self.quantities}

    def laws(self, *, prove: bool = True, effort: int = 1, progress: Progress = None) -> Laws:
        """The laws of the columns, best first, as ``mexlab find`` finds them.

        Args:
            prove: whether proofs are looked for; only tables of rules have any.
            effort: each proof may take so many times the usual work, about two seconds'.
            progress: see :data:`mexlab.Progress`.

        >>> import mexlab
        >>> mexlab.game("heap n; move n - k for k in {1, 3, 4} if k <= n").table(500).laws()
        <Laws: sg(n + 7) = sg(n); by n mod 7: 0 1 0 1 2 3 2 (proved)>
        """
        from ._law import Laws

        with follower(progress) as told:
            return Laws(self._core.laws(_effort(effort) if prove else 0, told), self)

    def to_pandas(self) -> pd.DataFrame:
        """One row for each position, in lexicographic order, with the coordinates as index.

        A table of one coordinate has a plain index, any other a ``MultiIndex``.
        """
        import numpy as np
        import pandas as pd

        names = [axis.name for axis in self.axes]
        ranges = [range(axis.lo, axis.hi + 1) for axis in self.axes]
        index: pd.Index
        if not names:
            index = pd.RangeIndex(1)
        elif len(names) == 1:
            index = pd.RangeIndex(self.axes[0].lo, self.axes[0].hi + 1, name=names[0])
        else:
            index = pd.MultiIndex.from_product(ranges, names=names)
        frame = pd.DataFrame({name: np.ravel(self[name]) for name in self.quantities}, index=index)
        return frame if self._core.present() is None else frame[np.ravel(self.present)]

    def to_xarray(self) -> xr.Dataset:
        """A dataset with the coordinates as dimensions. Where the box has cells that are not positions,
        the variable ``present`` says which are."""
        import numpy as np
        import xarray as xr

        names = [axis.name for axis in self.axes]
        variables = {name: (names, self[name]) for name in self.quantities}
        if self._core.present() is not None:
            variables["present"] = (names, self.present)
        coordinates = {axis.name: np.arange(axis.lo, axis.hi + 1) for axis in self.axes}
        return xr.Dataset(variables, coords=coordinates)

    def to_csv(self, path: str | os.PathLike | None = None) -> str | None:
        """The bytes that ``mexlab table --format csv`` prints, into a file or as a string."""
        return _to_file(self._core.csv(), path)

    def to_json(self, path: str | os.PathLike | None = None) -> str | None:
        """What ``mexlab table --format json`` prints, into a file or as a string."""
        return _to_file(self._core.json(), path)

    def to_bfile(
        self, path: str | os.PathLike | None = None, quantity: str | None = None, header: str = ""
    ) -> str | None:
        """The b-file of the OEIS: a line ``n a(n)`` for each index, below the header as a comment.

        Args:
            path: a file to write, or ``None`` for a string.
            quantity: a column of integers of at most 64 bits; the first one if not given.

        Raises:
            UsageError: the table has more than one coordinate, or the column no integers.
        """
        return _to_file(self._core.bfile(quantity or self.quantities[0], header), path)

    def to_svg(self, quantity: str | None = None, laws: Laws | None = None) -> str:
        """The chart that a report shows, as SVG; with the curves of laws where they are given."""
        core = None if laws is None else laws._core
        return self._core.chart(quantity or self.quantities[0], True, core)

    def plot(self, quantity: str | None = None, *, ax: Any = None, **options: Any) -> Any:
        """Draws a column: values over one coordinate as points, over two as a heat map.

        Needs matplotlib, and returns its axes; without it returns the :class:`Svg` of :meth:`to_svg`, which
        a notebook shows. ``options`` go to ``Axes.plot`` or ``Axes.imshow``.

        Raises:
            UsageError: more than two coordinates vary, or the values are no integers.
        """
        from ._chart import plot

        return plot(self, quantity or self.quantities[0], ax, options)

    def chart(self, quantity: str | None = None, laws: Laws | None = None) -> Any:
        """The chart of the page in a browser as a widget: see :class:`mexlab.Chart`. Needs anywidget."""
        from ._widget import Chart

        return Chart(self, quantity or self.quantities[0], laws)

    def __repr__(self) -> str:
        box = ", ".join(f"{axis.name} = {axis.lo}..{axis.hi}" for axis in self.axes)
        return f"<Table: {', '.join(self.quantities)}; {box}>"

    def _repr_html_(self) -> str:
        from ._chart import table_html

        return table_html(self)


def _plain(value: Any) -> Any:
    return value.item() if hasattr(value, "item") else value


def _effort(effort: int) -> int:
    if isinstance(effort, bool) or not isinstance(effort, int) or not 1 <= effort <= 1_000_000:
        raise ValueError(f"effort={effort!r}: give an integer from 1 to 1000000")
    return effort


def _to_file(text: str, path: str | os.PathLike | None) -> str | None:
    if path is None:
        return text
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    return None


def table_of(*arguments: Any, **options: Any) -> Table:
    """A table that is read, or made of values."""
    return Table(_mexlab.read_table(*arguments, **options))

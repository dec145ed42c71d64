"""Laws of sequences and tables that somebody brings."""

from __future__ import annotations

import os
from typing import Any

from ._law import Laws
from ._progress import Progress, follower
from ._table import Table, table_of


def read(values: Any, *, name: str | None = None, reading: str | None = None) -> Table:
    """A table of values from wherever they come.

    Args:
        values: a list of integers, an array of one or more dimensions, a masked array, a pandas ``Series``
            (whose index says where it begins) or ``DataFrame``, an xarray ``DataArray``, a path, or a text as
            people bring it: numbers, CSV, a b-file, a table in Markdown or HTML, lost positions.
        name: what the values are called: a quantity such as ``sg`` or ``win``, else ``value``.
        reading: for texts with two readings, one of ``list``, ``table``, ``matrix``, ``triangle``,
            ``positions`` (as ``--as`` of the command).

    Raises:
        UsageError: it is no table, or a text has two readings; the message names both.
        TypeError: the values are no integers.

    >>> import mexlab
    >>> mexlab.read("0 1 1 2 3 5 8 13 21 34").said
    'read as a list of 10 numbers from n = 0'
    """
    if isinstance(values, (str, os.PathLike)):
        return _of_text(values, reading)
    if isinstance(values, Table):
        return values
    if hasattr(values, "to_csv") and hasattr(values, "columns"):
        is_named = any(index is not None for index in values.index.names)
        return table_of("the frame", text=values.to_csv(index=is_named).encode(), reading=reading)
    if hasattr(values, "dims") and hasattr(values, "coords"):
        axes = [(str(d), _least(values.coords[d].values) if d in values.coords else 0) for d in values.dims]
        return _of_array(values.values, name or (str(values.name) if values.name else None), axes)
    if hasattr(values, "index") and hasattr(values, "to_numpy"):
        axes = [(str(values.index.name or "n"), _least(values.index.to_numpy()))]
        return _of_array(values.to_numpy(), name or (str(values.name) if values.name else None), axes)
    return _of_array(values, name, None)


def find(
    values: Any,
    *,
    name: str | None = None,
    reading: str | None = None,
    progress: Progress = None,
) -> Laws:
    """The laws of values from wherever they come (see :func:`read`), as ``mexlab find FILE`` finds them.

    A few wrong values are told from the others. ``Laws.candidates`` has what fits a short sequence without
    enough evidence.

    >>> import mexlab
    >>> mexlab.find([0, 1, 2] * 10)[0].words
    'value(n) = n % 3'
    >>> import numpy as np
    >>> mexlab.find(np.bitwise_xor.outer(np.arange(20), np.arange(20)), name="sg")["sg"].kind
    'xor'
    """
    return read(values, name=name, reading=reading).laws(prove=False, progress=progress)


def _of_text(values: str | os.PathLike, reading: str | None) -> Table:
    if isinstance(values, str) and ("\n" in values or not os.path.exists(values)):
        return table_of("the text", text=values.encode(), reading=reading)
    with open(values, "rb") as file:
        return table_of(os.fspath(values), text=file.read(), reading=reading)


def _least(index: Any) -> int:
    """The first of consecutive integers."""
    import numpy as np

    index = np.asarray(index)
    if index.size and not (np.issubdtype(index.dtype, np.integer) and (np.diff(index) == 1).all()):
        raise TypeError("an index is consecutive integers; reset_index() counts from 0")
    return int(index[0]) if index.size else 0


def _of_array(values: Any, name: str | None, axes: list[tuple[str, int]] | None) -> Table:
    import numpy as np

    if not isinstance(values, np.ndarray):
        # Integers of more than 64 bits must not become floating-point numbers.
        values = np.asarray(values, dtype=_type_of(values))
    if values.ndim == 0:
        raise TypeError("values are a list or an array")
    missing = None
    if np.ma.isMaskedArray(values):
        missing, values = np.ma.getmaskarray(values), values.filled(0)
    if np.issubdtype(values.dtype, np.floating):
        gaps = np.isnan(values)
        if not np.array_equal(np.trunc(values[~gaps]), values[~gaps]) or (np.abs(values[~gaps]) >= 2**53).any():
            raise TypeError("the values are no integers")
        missing = gaps if missing is None else missing | gaps
        values = np.where(gaps, 0, values).astype(np.int64)
    names = axes or _names(values.ndim)
    given: Any
    if values.dtype == bool or np.issubdtype(values.dtype, np.integer) and values.dtype != np.uint64:
        given = np.ascontiguousarray(values, dtype=np.int64).tobytes()
    else:
        given = [_digits(value) for value in values.ravel()]
    present = None
    if missing is not None and missing.any():
        present = np.ascontiguousarray(~missing).astype(np.uint8).tobytes()
    lengths = [(axis, lo, length) for (axis, lo), length in zip(names, values.shape)]
    return table_of(name or "value", axes=lengths, values=given, present=present)


def _names(dimensions: int) -> list[tuple[str, int]]:
    if dimensions == 1:
        return [("n", 0)]
    if dimensions > 26:
        raise TypeError(f"an array of {dimensions} dimensions is no table")
    return [(chr(ord("a") + axis), 0) for axis in range(dimensions)]


def _type_of(values: Any) -> Any:
    try:
        wide = any(isinstance(value, int) and not -(2**63) <= value < 2**63 for value in values)
    except TypeError:
        raise TypeError("values are a list, an array, a table of pandas or xarray, a path or a text") from None
    return object if wide else None


def _digits(value: Any) -> str:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{value!r} is no integer")
    return str(value.__index__())

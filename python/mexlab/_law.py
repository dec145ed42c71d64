"""Laws: functions with the evidence for them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Iterator, overload

if TYPE_CHECKING:
    import numpy as np

    from ._proof import Certificate
    from ._table import Table

LANGUAGES = ("text", "latex", "cpp", "python", "rust")


class Law:
    """A law of one quantity: a function of the coordinates, and why it is believed.

    >>> import mexlab
    >>> law = mexlab.game("lasker").laws(500)["sg"]
    >>> law.kind, law.parameters["period"], law.parameters["saltus"]
    ('arithmetic-periodic', 4, 4)
    >>> law([3, 4, 5])
    array([4, 3, 5])

    Attributes of docs/json.md ("Laws"): ``kind``, ``quantity``, ``parameters``, ``start`` (there
    ``from``), ``condition``, ``verified_to``, ``exceptions``, ``confidence``, ``proved``, ``rival``,
    ``refuted_by``, ``next``.
    """

    def __init__(self, laws: Laws, number: int, fields: dict[str, Any]) -> None:
        self._laws, self._number, self._fields = laws, number, fields

    @property
    def words(self) -> str:
        """The law as a person says it."""
        return self._fields["law"]

    @property
    def kind(self) -> str:
        """The family that found it: ``periodic``, ``closed``, ``beatty``, ..."""
        return self._fields["kind"]

    @property
    def quantity(self) -> str:
        """What it gives: ``sg``, ``win``, ... or a coordinate."""
        return self._fields["quantity"]

    @property
    def parameters(self) -> dict[str, Any]:
        """Constants by their names (``preperiod``, ``period``, ``saltus``, ...): integers, or strings for
        anything else."""
        return dict(self._fields["parameters"])

    @property
    def start(self) -> int | None:
        """For one coordinate, the least index for which it is stated."""
        return self._fields["from"]

    @property
    def condition(self) -> str | None:
        """The positions that it covers; ``None`` if all."""
        return self._fields["condition"]

    @property
    def verified_to(self) -> Any:
        """The last position tested: an integer for one coordinate, else a list."""
        return self._fields["verified_to"]

    @property
    def exceptions(self) -> list[dict[str, Any]]:
        """Positions of the table that it misses, each with its true value: ``{"at": ..., "value": ...}``."""
        return list(self._fields["exceptions"])

    @property
    def confidence(self) -> dict[str, int]:
        """``fitted`` and ``tested`` positions, ``tested_bits`` and ``definition_bits``: the law is stated
        because the tests carry more bits than its definition has."""
        return dict(self._fields["confidence"])

    @property
    def proved(self) -> bool:
        """Whether the checker accepted a certificate of it for every position."""
        return self._fields["proved"]

    @property
    def rival(self) -> str | None:
        """Another law that fits as well and differs beyond the table, in words."""
        return self._fields["rival"]

    @property
    def refuted_by(self) -> str:
        """What would refute it, in words."""
        return self._fields["refuted_by"]

    @property
    def next(self) -> list[int]:
        """Values predicted just beyond a table of one coordinate."""
        return list(self._fields["next"])

    @property
    def variables(self) -> list[str]:
        """The coordinates it is a function of, in order."""
        return self._laws._core.variables(self._number)

    @property
    def statement(self) -> str | None:
        """The law as rules state it, for :meth:`Game.prove`; ``None`` where it is about something else than
        ``sg``, ``win`` or ``misere``."""
        return self._laws._core.stated(self._number)

    @property
    def certificate(self) -> Certificate | None:
        """Its proof, if there is one."""
        from ._proof import Certificate

        core = self._laws._core.certificate(self._number)
        return None if core is None else Certificate(core)

    @overload
    def __call__(self, *position: int) -> int: ...
    @overload
    def __call__(self, *position: Any) -> np.ndarray: ...

    def __call__(self, *position: Any) -> Any:
        """The value at a position, or at many: one argument for each of :attr:`variables`, integers or
        arrays of them, which are broadcast; the answer is an ``int``, or an array of ``int64``. Conditions
        are 1 or 0. Exceptions, and the values of the table before the law begins, are part of it.

        Raises:
            ValueError: it says nothing of some position.
            TypeError: an argument is no integer, or there are too few or too many.
            UsageError: a value in an array has more than 64 bits.
        """
        names = self.variables
        if len(position) != len(names):
            raise TypeError(f"the law has {len(names)} variables ({', '.join(names)}), not {len(position)}")
        if all(type(x) is int for x in position):
            try:
                value = self._laws._core.at(self._number, list(position))
            except OverflowError:
                raise ValueError(f"{position}: coordinates have at most 64 bits") from None
            if value is None:
                raise ValueError(f"{self.words}: it says nothing of {_place(names, position)}")
            return value
        return self._at_all(position, names)

    def _at_all(self, position: tuple, names: list[str]) -> int | np.ndarray:
        import numpy as np

        arrays = [np.asarray(x) for x in position]
        if not all(np.issubdtype(array.dtype, np.integer) or array.size == 0 for array in arrays):
            raise TypeError("coordinates are integers or arrays of integers")
        arrays = list(np.broadcast_arrays(*[array.astype(np.int64) for array in arrays]))
        shape = arrays[0].shape if arrays else ()
        given = np.stack([np.ravel(array) for array in arrays], axis=-1) if arrays else np.zeros((1, 1))
        data, missing = self._laws._core.at_all(self._number, given.astype(np.int64).tobytes())
        lost = np.flatnonzero(np.frombuffer(missing, dtype=np.uint8))
        if lost.size:
            raise ValueError(f"{self.words}: it says nothing of {_place(names, given[lost[0]])}")
        values = np.frombuffer(data, dtype=np.int64).reshape(shape)
        return int(values) if shape == () else values

    def code(self, language: str = "python") -> str:
        """The law as a function in ``python``, ``cpp`` (C++17) or ``rust``, or as ``latex`` or ``text``;
        what ``mexlab find --emit`` prints, with comments that say how far it holds.

        Raises:
            UsageError: there is no such language.
        """
        return self._laws._core.code_of(self._number, language)

    def latex(self) -> str:
        r"""The law as an equation, without comments.

        >>> import mexlab
        >>> print(mexlab.game("nim", k=2).laws(20)["sg"].latex())
        \operatorname{sg}(h_{1}, h_{2}) = h_{1} \oplus h_{2}
        """
        lines = self.code("latex").splitlines()
        return "\n".join(line for line in lines if line and not line.startswith("%"))

    def to_dict(self) -> dict[str, Any]:
        """The law as docs/json.md describes it."""
        return dict(self._fields)

    @property
    def evidence(self) -> str:
        """How far it holds, in words."""
        tested = self.confidence["tested"]
        fitted = self.confidence["fitted"]
        held = f"holds up to {self.verified_to} (fitted on {fitted}, tested on {tested})"
        return f"proved for every position; {held}" if self.proved else held

    def __repr__(self) -> str:
        return f"<Law: {self.words} ({'proved' if self.proved else self.evidence})>"

    def _repr_html_(self) -> str:
        from ._chart import law_html

        return law_html(self)

    def _repr_latex_(self) -> str:
        return "$$" + _display(self.latex()) + "$$"


class Laws:
    """The laws of a table: a sequence, best first; ``laws["sg"]`` is the best of that quantity."""

    def __init__(self, core: Any, table: Table) -> None:
        self._core = core
        self.table = table
        found = json.loads(core.json())
        if "read" in found:
            for fields in found["laws"]:
                fields["read"] = found["read"]
        self._laws = [Law(self, number, fields) for number, fields in enumerate(found["laws"])]
        #: what fits a short sequence without the evidence of a law: dictionaries as docs/json.md describes
        self.candidates: list[dict[str, Any]] = found["candidates"]
        #: quantities without a law of their own
        self.silent: list[str] = found["silent"]
        #: how the table was read, where it was
        self.said: str | None = found.get("read")

    @property
    def of_starts(self) -> bool:
        """Whether they are about the starts of the game, because its positions show no law."""
        return self._core.of_starts

    def __len__(self) -> int:
        return len(self._laws)

    def __iter__(self) -> Iterator[Law]:
        return iter(self._laws)

    def __getitem__(self, which: int | str) -> Law:
        """A law by its number, or the best one of a quantity.

        Raises:
            KeyError: the quantity has no law.
        """
        if not isinstance(which, str):
            return self._laws[which]
        for law in self._laws:
            if law.quantity == which:
                return law
        there = ", ".join(dict.fromkeys(law.quantity for law in self._laws)) or "none"
        raise KeyError(f"no law of {which!r}; there are laws of: {there}")

    def __contains__(self, quantity: object) -> bool:
        return any(law.quantity == quantity or law is quantity for law in self._laws)

    def code(self, language: str = "python", *, all: bool = False) -> str:
        """The best law of each quantity, or all laws, as one program: see :meth:`Law.code`."""
        return self._core.code(language, all)

    def to_dicts(self) -> list[dict[str, Any]]:
        """What ``mexlab find --format json`` prints."""
        return [law.to_dict() for law in self._laws]

    def __repr__(self) -> str:
        words = [f"{law.words}{' (proved)' if law.proved else ''}" for law in self._laws]
        return f"<Laws: {'; '.join(words) or 'none'}>"

    def _repr_html_(self) -> str:
        from ._chart import law_html

        none = "".join(f"<p>{name}: no law</p>" for name in self.silent)
        return "".join(map(law_html, self._laws)) + none


def _place(names: list[str], position: Any) -> str:
    return ", ".join(f"{name} = {value}" for name, value in zip(names, position))


def _display(latex: str) -> str:
    return latex.strip().removeprefix("\\[").removesuffix("\\]").strip().strip("$")

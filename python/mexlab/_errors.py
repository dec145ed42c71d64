"""Exceptions. Each says the place, the cause and a remedy."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ._table import Table


class MexlabError(Exception):
    """What every exception of mexlab is, but for :class:`Interrupted`.

    Attributes:
        table: what was computed before the work ended, or ``None``.
    """

    table: Table | None

    def __init__(self, message: str, table: object = None) -> None:
        super().__init__(message)
        self.table = _public(table)


def _public(table: object) -> Table | None:
    if table is None:
        return None
    from ._table import Table

    return Table(table)


class UsageError(MexlabError, ValueError):
    """The question makes no sense; exit status 2 of the command."""


class Diagnostic(NamedTuple):
    """One mistake in a text."""

    #: such as ``R102``; ``mexlab explain R102`` and docs/errors.md say more
    code: str
    #: the cause
    message: str
    #: line of the text, from 1
    line: int
    #: column, in characters from 1
    column: int
    #: what is said of the place
    label: str
    #: the remedy
    help: str


class RuleError(UsageError):
    """A rule, or a law that was stated, has mistakes. The text shows each with its line and a caret.

    Attributes:
        diagnostics: all of them, in the order of the text.
        code, line, column: of the first.
    """

    def __init__(self, message: str, diagnostics: list[tuple] | None = None) -> None:
        super().__init__(message)
        self.diagnostics = [Diagnostic(*each) for each in diagnostics or []]

    @property
    def code(self) -> str | None:
        return self.diagnostics[0].code if self.diagnostics else None

    @property
    def line(self) -> int | None:
        return self.diagnostics[0].line if self.diagnostics else None

    @property
    def column(self) -> int | None:
        return self.diagnostics[0].column if self.diagnostics else None


class LimitError(MexlabError):
    """A limit of memory, states or work stopped the work, or kept it from starting; exit status 3."""


class NotProved(MexlabError):
    """No proof was found, which says nothing of whether the law is true; exit status 4."""


class Refuted(MexlabError):
    """The law is false; exit status 1.

    Attributes:
        law: the law.
        verdict: a dictionary as docs/json.md describes the answer to a claim; ``verdict["position"]`` is
            the smallest counterexample.
    """

    def __init__(self, message: str, law: str = "", verdict: str = "[{}]") -> None:
        super().__init__(message)
        self.law = law
        self.verdict: dict = json.loads(verdict)[0]


class Rejected(MexlabError):
    """The checker does not accept a certificate; exit status 1."""


class Defect(MexlabError):
    """A defect of mexlab, which should be reported with what was asked."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C stopped the work.

    Attributes:
        table: what was computed before, or ``None``.
    """

    table: Table | None

    def __init__(self, message: str, table: object = None) -> None:
        super().__init__(message)
        self.table = _public(table)

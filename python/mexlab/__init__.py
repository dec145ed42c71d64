"""mexlab: a workbench for impartial combinatorial games.

>>> import mexlab
>>> g = mexlab.game("heap n; move n - k for k in {1, 3, 4} if k <= n")
>>> g.table(10)["sg"]
array([0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1], dtype=uint16)
>>> law = g.laws(1000)["sg"]
>>> law(10**15)
2
>>> law.proved
True

A question about a rule begins with :func:`game`: its table, its laws, the answers to its claims, proofs, and
winning moves. :func:`find` looks for the law of any sequence or table. Names are those of the command
``mexlab``, which comes with the package; the documentation of the program explains them.
"""

from typing import TYPE_CHECKING

from ._answer import Answer, Claim, Claims, Move
from ._errors import (
    Defect,
    Diagnostic,
    Interrupted,
    LimitError,
    MexlabError,
    NotProved,
    Refuted,
    Rejected,
    RuleError,
    UsageError,
)
from ._function import FunctionAnswer, FunctionGame
from ._game import Game, game, games, octal
from ._law import Law, Laws
from ._mexlab import VERSION as __version__
from ._progress import Progress
from ._proof import Certificate, verify
from ._table import Axis, Table
from ._values import find, read

if TYPE_CHECKING:
    from ._sweep import Atlas, sweep
    from ._widget import Chart

__all__ = [
    "Answer", "Atlas", "Axis", "Certificate", "Chart", "Claim", "Claims", "Defect", "Diagnostic", "FunctionAnswer",
    "FunctionGame", "Game", "Interrupted", "Law", "Laws", "LimitError", "MexlabError", "Move", "NotProved", "Progress",
    "Refuted", "Rejected", "RuleError", "Table", "UsageError", "__version__", "find", "game", "games", "octal", "read",
    "sweep", "verify",
]


def __getattr__(name: str) -> object:
    # What needs pandas, Dask or anywidget is imported when it is used.
    if name in ("Atlas", "sweep"):
        from . import _sweep

        return getattr(_sweep, name)
    if name == "Chart":
        from ._widget import Chart

        return Chart
    raise AttributeError(f"module 'mexlab' has no attribute {name!r}")


def _after_fork() -> None:
    from . import _mexlab

    _mexlab.after_fork()


def _register() -> None:
    import os

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_after_fork)


_register()

"""The chart of the page in a browser as a widget of a notebook."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import anywidget
import traitlets

from ._errors import MexlabError, UsageError

SCRIPT = pathlib.Path(__file__).with_name("widget.js")


class Chart(anywidget.AnyWidget):
    """The chart of a column of a table: hovering tells the value of a position, choosing one tells who wins it and
    marks the winning moves.

    Args:
        table: the table.
        quantity: one of its columns.
        laws: laws whose curves are drawn.
        game: the game that is asked about a position that is chosen; the rule of the table if it has one.

    Raises:
        UsageError: the table has no such column, or it cannot be drawn.
    """

    _esm = SCRIPT

    #: the chart as the page in a browser is given it (docs/json.md, "Drawing of a table")
    drawing = traitlets.Dict().tag(sync=True)
    #: the position that was chosen, by its coordinates
    chosen = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    #: positions that stand out, each with its part: ``chosen``, ``option``, ``winning``
    marks: traitlets.List = traitlets.List().tag(sync=True)
    #: what is said of the position that was chosen
    told = traitlets.Unicode("").tag(sync=True)

    def __init__(self, table: Any, quantity: str, laws: Any = None, game: Any = None, **options: Any) -> None:
        if quantity not in table.quantities:
            raise UsageError(f"the table has no column `{quantity}`; it has {', '.join(table.quantities)}")
        core = None if laws is None else laws._core
        drawing = json.loads(table._core.chart(quantity, False, core))
        super().__init__(drawing=drawing, **options)
        self.table, self.game = table, game or table.game

    @traitlets.observe("chosen")
    def _answer(self, change: Any) -> None:
        chosen = change["new"] or {}
        names = [axis.name for axis in self.table.axes]
        if not set(names) <= set(chosen):
            return
        position = tuple(chosen[name] for name in names)
        marks = [[dict(chosen), "chosen"]]
        if self.game is None:
            self.told = self._values(position)
            self.marks = marks
            return
        try:
            answer = self.game.ask(position)
        except MexlabError as error:
            self.told, self.marks = str(error), marks
            return
        fields = answer.to_dict()
        lines = [self._values(position)]
        for move in fields.get("winning_moves") or []:
            # A sum is no cell of the chart.
            if isinstance(move, dict) and len(move["to"]) == 1 and isinstance(move["to"][0], list):
                to = move["to"][0]
                lines.append(f"{move['move']}: {', '.join(map(str, to))}")
                if len(to) == len(names) and all(isinstance(number, int) for number in to):
                    marks.append([dict(zip(names, to)), "winning"])
        won = fields.get("win")
        lines[0] += "" if won is None else "; the player to move " + ("wins" if won else "loses")
        self.told, self.marks = "\n".join(lines), marks

    def _values(self, position: tuple[int, ...]) -> str:
        names = [axis.name for axis in self.table.axes]
        place = ", ".join(f"{name} = {value}" for name, value in zip(names, position))
        try:
            values = self.table.at(*position)
        except IndexError:
            return place
        return f"{place}: " + ", ".join(f"{name} {value}" for name, value in values.items())

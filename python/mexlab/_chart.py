"""Pictures: charts, and what a notebook shows of an object."""

from __future__ import annotations

import html
import json
from typing import Any

from ._errors import MexlabError, UsageError


#: how many times as long as the other side a side of a heat map may be
STRIP = 3


class Svg(str):
    """A chart as SVG text, which a notebook shows."""

    def _repr_svg_(self) -> str:
        return str(self)


def plot(table: Any, quantity: str, ax: Any, options: dict[str, Any]) -> Any:
    """See :meth:`mexlab.Table.plot`."""
    if quantity not in table.quantities:
        raise UsageError(f"the table has no column `{quantity}`; it has {', '.join(table.quantities)}")
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        return Svg(table.to_svg(quantity))
    import numpy as np

    if table._core.kind(quantity) != "integers":
        raise UsageError(f"{quantity}: only integers are drawn; table[{quantity!r}] has the values")
    axes = [axis for axis in table.axes if axis.hi > axis.lo]
    if len(axes) > 2:
        raise UsageError(f"{len(axes)} coordinates vary, and a chart has two; give a smaller bound to the others")
    values = np.ma.array(table[quantity], mask=~table.present).squeeze()
    ax = plt.gca() if ax is None else ax
    if len(axes) < 2:
        where = list(axes[0].values) if axes else [table.axes[0].lo if table.axes else 0]
        ax.plot(where, np.atleast_1d(values), **{"marker": ".", "linestyle": "none", "markersize": 3, **options})
        ax.set_xlabel(axes[0].name if axes else "")
        ax.set_ylabel(quantity)
    else:
        down, across = axes
        extent = (across.lo - 0.5, across.hi + 0.5, down.lo - 0.5, down.hi + 0.5)
        lengths = sorted(len(axis.values) for axis in axes)
        usual = {"origin": "lower", "extent": extent, "interpolation": "nearest"}
        # Cells are squares, unless that makes a strip.
        usual["aspect"] = "equal" if lengths[1] <= STRIP * lengths[0] else "auto"
        drawn = ax.imshow(values, **{**usual, **options})
        ax.set_xlabel(across.name)
        ax.set_ylabel(down.name)
        ax.figure.colorbar(drawn, ax=ax, label=quantity)
    return ax


def _escaped(text: object) -> str:
    return html.escape(str(text))


def _rows(pairs: list[tuple[str, object]]) -> str:
    lines = "".join(
        f"<tr><th style='text-align:left'>{_escaped(name)}</th><td style='text-align:left'>{_escaped(value)}</td></tr>"
        for name, value in pairs
    )
    return f"<table>{lines}</table>"


def table_html(table: Any) -> str:
    """The chart of the first quantity that has one, and the first rows."""
    from ._table import ROWS

    try:
        chart = f"<div style='max-width:560px'>{table.to_svg()}</div>"
    except MexlabError:
        chart = ""
    names = [axis.name for axis in table.axes]
    shown = []
    for cell in range(len(table)):
        rest = cell
        position: list[int] = []
        for axis in reversed(table.axes):
            rest, offset = divmod(rest, len(axis.values))
            position.insert(0, axis.lo + offset)
        try:
            shown.append([*position, *table.at(*position).values()])
        except IndexError:
            continue
        if len(shown) == ROWS:
            break
    head = "".join(f"<th>{_escaped(name)}</th>" for name in [*names, *table.quantities])
    body = "".join("<tr>" + "".join(f"<td>{_escaped(x)}</td>" for x in row) + "</tr>" for row in shown)
    more = f"<p>{len(table)} cells</p>" if len(table) > len(shown) else ""
    return f"{chart}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def law_html(law: Any) -> str:
    """The law as LaTeX, with its evidence."""
    try:
        said = law._repr_latex_()
    except MexlabError:
        said = law.words
    shown = said if len(said) > 4 and not said.startswith("$$$$") else law.words
    return (
        f"<div>{_escaped(shown)}<p style='margin:0'>{_escaped(law.words)}</p>"
        f"<p style='margin:0'><small>{_escaped(law.kind)}; {_escaped(law.evidence)}</small></p></div>"
    )


def game_html(game: Any) -> str:
    """The rule."""
    title = _escaped(game.title or game.name)
    return f"<div><strong>{title}</strong><pre>{_escaped(game.text.strip())}</pre></div>"


def certificate_html(proof: Any) -> str:
    """What is proved, and by what."""
    return _rows([("proved", proof.law), ("by", proof.theorem), ("checked", proof.computed)])


def answer_html(answer: Any) -> str:
    """The fields as a table."""
    return _rows([(name, json.dumps(value)) for name, value in answer.to_dict().items() if value is not None])


def claims_html(claims: Any) -> str:
    """The answers as a table."""
    rows = "".join(
        f"<tr><td style='text-align:left'>{_escaped(claim.name)}</td><td style='text-align:left'>"
        f"{_escaped(claim.statement)}</td><td>{_escaped(claim.answer)}"
        f"{', proved' if claim.to_dict().get('proved') else ''}</td></tr>"
        for claim in claims
    )
    head = "<tr><th>claim</th><th>statement</th><th>answer</th></tr>"
    return f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>"

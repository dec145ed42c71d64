"""Sweeps over families of variants, and their atlases."""

from __future__ import annotations

import os
import pathlib
import re
import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Iterable

from ._errors import LimitError, UsageError
from ._game import Game, _bound, _is_text, _lines, _written

if TYPE_CHECKING:
    import pandas as pd

#: exit status of the program for members that stopped at a limit: the atlas is there
LIMIT = 3


class Atlas:
    """The result of a sweep: a row for each member and quantity (docs/atlas.md).

    Args:
        path: the folder of a sweep, or its file ``atlas.sqlite``.

    Raises:
        FileNotFoundError: there is no atlas.
    """

    def __init__(self, path: str | os.PathLike) -> None:
        path = pathlib.Path(path)
        self.path = path / "atlas.sqlite" if path.is_dir() else path
        if not self.path.is_file():
            raise FileNotFoundError(f"there is no atlas {self.path}; `mexlab sweep` makes one")

    def query(self, sql: str, parameters: Iterable[Any] = ()) -> pd.DataFrame:
        """The answer to a question in SQL: ``SELECT max(period) FROM atlas``. The file is opened for reading
        only."""
        import pandas as pd

        address = f"{self.path.resolve().as_uri()}?mode=ro"
        connection = sqlite3.connect(address, uri=True)
        try:
            return pd.read_sql_query(sql, connection, params=list(parameters))
        finally:
            connection.close()

    def to_pandas(self, where: str | None = None) -> pd.DataFrame:
        """The table ``atlas``, or its rows that satisfy a condition in SQL (``period > 20``)."""
        return self.query(f"SELECT * FROM atlas{f' WHERE {where}' if where else ''}")

    def claims(self) -> pd.DataFrame:
        """The answers to the claims, where the sweep asked for them."""
        return self.query("SELECT * FROM claims")

    def __len__(self) -> int:
        """Number of members."""
        return len(self.query("SELECT DISTINCT member FROM atlas"))

    def __repr__(self) -> str:
        return f"<Atlas {self.path}>"

    def _repr_html_(self) -> str:
        return self.to_pandas()._repr_html_()


def sweep(
    rule: str | os.PathLike | Game | None = None,
    over: str | Iterable[str] = (),
    *,
    out: str | os.PathLike,
    to: Any = None,
    quantities: str | Iterable[str] | None = None,
    prove: bool = False,
    claims: bool = False,
    shard: int | None = None,
    resume: bool = False,
    client: Any = None,
    **parameters: Any,
) -> Atlas:
    """Computes every member of a family, and gathers the results in an atlas.

    Args:
        rule: a name, a code, a path, a rule text, or a :class:`Game`; ``None`` where ``over`` says it
            (``"code in octal(3)"``).
        over: what varies, as for ``mexlab sweep --over``: ``"S in subsets(1..12, 3)"``.
        out: the folder for plan, shards and atlas.
        to, quantities: as for :meth:`Game.table`.
        prove: whether laws are proved.
        claims: whether claims are answered for every member.
        shard: members in a shard.
        resume: whether to go on with a sweep in this folder.
        client: a ``dask.distributed.Client`` whose workers compute the shards and see the folder; the threads of
            this machine if not given.
        parameters: values for other parameters of the rule.

    Raises:
        UsageError: the sweep makes no sense, or some member is a mistake; the message says which.
    """
    folder = str(pathlib.Path(out).resolve())
    command = ["sweep"]
    if resume:
        command.append("--resume")
    else:
        command += _rule(rule, parameters)
        for varied in [over] if isinstance(over, str) else over:
            command += ["--over", varied]
        if to is not None:
            command += ["--to", _bound(to) or ""]
        names = [quantities] if isinstance(quantities, str) else list(quantities or [])
        command += ["--quantity", ",".join(names)] if names else []
        command += ["--prove"] if prove else []
        command += ["--claims"] if claims else []
        command += ["--shard", str(shard)] if shard is not None else []
    command += ["--out", folder]
    if client is None:
        _run(command)
        return Atlas(folder)
    _run([*command, "--engine", "none"])
    from mexlab_sweep import hand_out

    missing = [int(line) for line in _run(["sweep", "missing", folder]).split()]
    failed = [why for _, why in hand_out(client, None, folder, missing) if why]
    if failed:
        raise UsageError(f"{len(failed)} shards were not computed: {failed[0]}")
    _run(["sweep", "collect", folder])
    return Atlas(folder)


def _rule(rule: Any, parameters: dict[str, Any]) -> list[str]:
    given = [word for name, value in parameters.items() for word in ("-p", f"{name}={_written(value)}")]
    if rule is None:
        return given
    if isinstance(rule, Game):
        return ["-e", rule.text, *given]
    if isinstance(rule, str) and _is_text(rule):
        return ["-e", _lines(rule), *given]
    return [os.fspath(rule), *given]


def _run(command: list[str]) -> str:
    done = subprocess.run([sys.executable, "-m", "mexlab", *command, "--quiet"], capture_output=True, text=True)
    if done.returncode in (0, LIMIT) and not (done.returncode == LIMIT and _is_without_atlas(command)):
        return done.stdout
    said = re.sub(r"^error: ", "", done.stderr.strip())
    raise (LimitError if done.returncode == LIMIT else UsageError)(said)


def _is_without_atlas(command: list[str]) -> bool:
    return "--out" in command and not (pathlib.Path(command[command.index("--out") + 1]) / "atlas.sqlite").exists()

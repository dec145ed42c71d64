"""How far long work is, shown by tqdm where that is installed."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import Callable, Iterator, Union

#: ``None`` for a bar where there is a terminal or a notebook, ``False`` for none, ``True`` for one in any
#: case, or a function of the steps done and the steps in all (0 where nobody knows)
Progress = Union[None, bool, Callable[[int, int], object]]

#: work that takes less time shows no bar, in seconds
PATIENCE = 1.0


class _Bar:
    def __init__(self, make: Callable) -> None:
        self.make, self.bar, self.begun = make, None, time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        if total and self.bar is None and time.monotonic() - self.begun > PATIENCE:
            self.bar = self.make(total=total, leave=False, unit_scale=True)
        if self.bar is not None:
            self.bar.total = total
            self.bar.update(done - self.bar.n)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()


def _is_watched() -> bool:
    is_notebook = "ipykernel" in sys.modules
    return is_notebook or (sys.stderr is not None and sys.stderr.isatty())


@contextlib.contextmanager
def follower(progress: Progress) -> Iterator[Callable[[int, int], object] | None]:
    """What is told of progress while the work goes on."""
    if callable(progress):
        yield progress
        return
    if progress is False or (progress is None and not _is_watched()):
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield None
        return
    bar = _Bar(tqdm)
    try:
        yield bar
    finally:
        bar.close()

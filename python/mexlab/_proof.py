"""Certificates: proofs that a checker accepts which knows nothing of how they were found."""

from __future__ import annotations

import json
import os
from typing import Any

from . import _mexlab


class Certificate:
    """A proof of a law for every position.

    >>> import mexlab
    >>> proof = mexlab.game("wythoff").prove()
    >>> proof.law
    'win iff min(a, b) != floor(phi * abs(a - b))'
    >>> proof.verify()["accepted"]
    True
    """

    def __init__(self, core: Any) -> None:
        self._core = core

    @property
    def law(self) -> str:
        """What is proved."""
        return self._core.law

    @property
    def theorem(self) -> str:
        """The theorem that proves it, with its source."""
        return self._core.theorem

    @property
    def rule(self) -> str:
        """The rule that it is proved of, with the values of its parameters."""
        return self._core.rule

    @property
    def computed(self) -> str:
        """What the checker computed anew, in words."""
        return self._core.computed

    @property
    def period(self) -> tuple[int, int] | None:
        """Preperiod and period, where that is the law."""
        return self._core.period

    @property
    def text(self) -> str:
        """The certificate: JSON as docs/certificates.md describes it."""
        return self._core.text

    def verify(self) -> dict[str, Any]:
        """Lets the checker check it once more: see :func:`verify`."""
        return verify(self.text)

    def save(self, path: str | os.PathLike) -> None:
        """Writes the text into a file for ``mexlab verify``."""
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(self.text)

    def __repr__(self) -> str:
        return f"<Certificate: {self.law}; by {self.theorem}>"

    def _repr_html_(self) -> str:
        from ._chart import certificate_html

        return certificate_html(self)


def verify(certificate: str | os.PathLike | Certificate) -> dict[str, Any]:
    """Checks a certificate with the checker alone: its text, a path to it, or a :class:`Certificate`.

    Returns:
        What ``mexlab verify --format json`` prints: ``law``, ``theorem``, ``rule``, ``computed``, and with
        ``compared`` at how many positions game and law were compared with the rule.

    Raises:
        Rejected: it proves nothing.
    """
    if isinstance(certificate, Certificate):
        text = certificate.text
    elif isinstance(certificate, str) and certificate.lstrip().startswith("{"):
        text = certificate
    else:
        with open(certificate, encoding="utf-8") as file:
            text = file.read()
    return json.loads(_mexlab.verify(text))

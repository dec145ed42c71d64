"""Answers: what is known of a position, and of the claims of a rule."""

from __future__ import annotations

from typing import Any, Iterator, NamedTuple


class Move(NamedTuple):
    """A move in one component."""

    #: the label of the move in the rule, or its number
    label: str
    #: values of the quantified variables
    choices: dict[str, int]
    #: the component moved in, as :attr:`Answer.position` lists it
    component: Any
    #: the components that come in its place
    to: list


class Answer:
    """What is known of a position: the fields of ``mexlab ask --format json`` as attributes.

    Of an impartial game ``sg``, ``win``, ``misere``, ``remoteness`` and ``winning_moves``; of a partizan one
    ``outcome``, ``value``, ``left_winning_moves`` and ``right_winning_moves``; of a loopy one ``outcome``,
    ``winning_moves`` and ``drawing_moves``; where a number was left open, ``completions``, ``unique`` and
    ``to``. Unknown ones are ``None``.

    >>> import mexlab
    >>> answer = mexlab.game("lasker").ask(7)
    >>> answer.sg, answer.win, answer.remoteness
    (8, True, 1)
    >>> answer.winning_moves
    [Move(label='take', choices={'t': 7}, component=[7], to=[[0]])]
    """

    def __init__(self, fields: dict[str, Any]) -> None:
        self._fields = fields

    def __getattr__(self, name: str) -> Any:
        fields = self.__dict__.get("_fields", {})
        if name not in fields:
            raise AttributeError(f"this answer has no {name!r}; it has {', '.join(fields)}")
        value = fields[name]
        if name.endswith("_moves") and isinstance(value, list):
            return [_move(each) for each in value]
        return value

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._fields]

    def to_dict(self) -> dict[str, Any]:
        """The fields as docs/json.md describes them."""
        return dict(self._fields)

    def __repr__(self) -> str:
        shown = {name: value for name, value in self._fields.items() if not name.endswith("_moves")}
        return f"<Answer: {', '.join(f'{name}={value!r}' for name, value in shown.items() if value is not None)}>"

    def _repr_html_(self) -> str:
        from ._chart import answer_html

        return answer_html(self)


def _move(fields: Any) -> Any:
    if isinstance(fields, list):
        return [_move(each) for each in fields]
    return Move(fields["move"], fields["choices"], fields["from"], fields["to"])


class Claim:
    """The answer to one claim: the fields of ``mexlab check --format json`` as attributes (``answer``, ``id``,
    ``statement``, ``words``, ``source``, ``proved``, ``position``, ``table_says``, ...)."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self._fields = fields

    def __getattr__(self, name: str) -> Any:
        fields = self.__dict__.get("_fields", {})
        if name not in fields:
            raise AttributeError(f"this claim has no {name!r}; it has {', '.join(fields)}")
        return fields[name]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._fields]

    @property
    def name(self) -> str:
        """As the rule writes it: source and id."""
        return ".".join(part for part in (self._fields["source"], self._fields["id"]) if part)

    @property
    def holds(self) -> bool:
        """Whether the answer is ``holds``."""
        return self._fields["answer"] == "holds"

    @property
    def fails(self) -> bool:
        """Whether it is refuted; ``position`` is the smallest counterexample then."""
        return self._fields["answer"] == "fails"

    def to_dict(self) -> dict[str, Any]:
        """The fields as docs/json.md describes them."""
        return dict(self._fields)

    def __repr__(self) -> str:
        return f"<Claim {self.name}: {self.answer}>"


class Claims:
    """The answers to the claims of a rule, in its order; ``claims["SOURCE.ID"]`` is one by its name."""

    def __init__(self, fields: list[dict[str, Any]]) -> None:
        self._claims = [Claim(each) for each in fields]

    def __len__(self) -> int:
        return len(self._claims)

    def __iter__(self) -> Iterator[Claim]:
        return iter(self._claims)

    def __getitem__(self, which: int | str) -> Claim:
        if not isinstance(which, str):
            return self._claims[which]
        for claim in self._claims:
            if which in (claim.name, claim.id):
                return claim
        raise KeyError(f"no claim {which!r}; there are {', '.join(claim.name for claim in self._claims)}")

    def to_dicts(self) -> list[dict[str, Any]]:
        """What ``mexlab check --format json`` prints."""
        return [claim.to_dict() for claim in self._claims]

    def __repr__(self) -> str:
        hold = sum(claim.holds for claim in self._claims)
        return f"<Claims: {hold} of {len(self)} hold>"

    def _repr_html_(self) -> str:
        from ._chart import claims_html

        return claims_html(self)

"""Every method says what the command line says."""

import csv
import io
import json
from fractions import Fraction

import mexlab
import numpy as np
import pytest

#: name, parameters, bounds: games of every kind, small
GAMES = [
    ("lasker", {}, 200), ("wythoff", {}, 30), ("nim", {"k": 3}, 7), ("euclid", {}, 30), ("subtraction", {}, 100),
    ("octal:0.77", {}, 300), ("subtract:1,3,4", {}, 100), ("fibonacci-nim", {}, 20), ("mock-turtles", {}, 40),
]


def words(name, parameters, to=None):
    given = [name] + [word for p, value in parameters.items() for word in ("-p", f"{p}={value}")]
    return given + (["--to", to] if to is not None else [])


def names():
    return sorted(mexlab.games())


def test_the_catalogue_is_that_of_the_command(answer):
    listed = answer("list")
    assert sorted(each["name"] for each in listed) == names() and len(names()) > 40


@pytest.mark.parametrize("name", names())
def test_tables_of_the_whole_catalogue(name, run):
    """Byte by byte as the command prints it, and numpy has the same values."""
    printed = run("table", name, "--to", "3", "--format", "csv", "--quiet")
    try:
        table = mexlab.game(name).table(3)
    except mexlab.MexlabError as error:
        assert printed.returncode in (2, 3), (name, error)
        said = printed.stderr.removeprefix("error: ").strip()
        assert said == str(error).strip()
        return
    assert printed.returncode == 0, printed.stderr
    assert table.to_csv() == printed.stdout
    rows = list(csv.DictReader(io.StringIO(printed.stdout)))
    assert len(rows) == int(table.present.sum())
    for quantity in table.quantities:
        column = table[quantity][table.present] if table.axes else table[quantity].ravel()
        assert [shown(value) for value in column.ravel()] == [row[quantity] for row in rows]


def shown(value):
    if value is None:
        return ""
    if isinstance(value, Fraction):
        return str(value)
    return str(value.item() if hasattr(value, "item") else value)


@pytest.mark.parametrize(("name", "parameters", "to"), GAMES)
def test_laws(name, parameters, to, answer):
    game = mexlab.game(name, **parameters)
    found = game.laws(to)
    assert found.to_dicts() == answer("find", *words(name, parameters, to))
    for law in found:
        if law.quantity not in found.table.quantities:
            continue
        values = found.table[law.quantity]
        present = found.table.present
        grids = np.meshgrid(*[np.array(axis.values) for axis in found.table.axes], indexing="ij")
        by_name = {axis.name: grid[present] for axis, grid in zip(found.table.axes, grids)}
        said = law(*[by_name[variable] for variable in law.variables])
        assert (said == values[present]).all(), law


@pytest.mark.parametrize(("name", "parameters", "to"), GAMES[:5])
@pytest.mark.parametrize("language", ["text", "latex", "cpp", "python", "rust"])
def test_code(name, parameters, to, language, run):
    printed = run("find", *words(name, parameters, to), "--emit", language).stdout
    found = mexlab.game(name, **parameters).laws(to)
    assert found.code(language) == printed
    assert printed.strip()


def test_code_in_python_is_the_law():
    law = mexlab.game("lasker").laws(200)["sg"]
    space = {}
    exec(law.code("python"), space)
    assert [space["sg"](n) for n in range(100)] == law(np.arange(100)).tolist()


@pytest.mark.parametrize("name", ["lasker", "wythoff", "nim", "euclid"])
def test_claims(name, answer):
    assert mexlab.game(name).check().to_dicts() == answer("check", name)


def test_a_refuted_claim_has_its_counterexample(answer, tmp_path):
    rule = "heap n\nmove n - t for t in 1..min(3, n)\nclaim wrong: lose iff n % 5 = 0\n"
    claim = mexlab.game(rule).check(30)["wrong"]
    assert claim.fails and not claim.holds
    assert claim.to_dict() == answer("check", "-e", rule, "--to", "30")[0]
    assert claim.table_says != claim.claim_says


@pytest.mark.parametrize(("name", "parameters", "position", "written"), [
    ("lasker", {}, 7, "7"), ("wythoff", {}, (3, 5), "(3, 5)"), ("nim", {"k": 4}, [1, 2, 4, None], "[1, 2, 4, ?]"),
    ("nim", {"k": 3}, [1, 2, 4], "[1, 2, 4]"), ("mock-turtles", {}, "HTTH", "HTTH"),
    ("fibonacci-nim", {}, 20, "20"), ("lasker", {}, "3 + 4 + 10", "3 + 4 + 10"),
])
def test_positions(name, parameters, position, written, answer):
    known = mexlab.game(name, **parameters).ask(position)
    assert known.to_dict() == answer("ask", *words(name, parameters), written)


def test_sets_are_positions():
    game = mexlab.game("state (A subset 1..4)\nmove A -> A - {x} for x in A")
    assert game.ask(({1, 3, 4},)).to_dict() == game.ask("{1, 3, 4}").to_dict()
    assert game.ask({1, 3, 4}).win


def test_every_winning_move_wins():
    game = mexlab.game("wythoff")
    known = game.ask((4, 9))
    assert known.win and known.winning_moves
    for move in known.winning_moves:
        assert not game.ask(tuple(move.to[0])).win, move


def test_proofs(answer, tmp_path):
    proof = mexlab.game("wythoff").prove()
    told = answer("prove", "wythoff")
    assert (proof.law, proof.theorem, proof.rule) == (told["law"], told["theorem"], told["rule"])
    file = tmp_path / "proof.json"
    proof.save(file)
    assert mexlab.verify(file) == answer("verify", file) == proof.verify() == mexlab.verify(proof.text)
    with pytest.raises(mexlab.Rejected):
        mexlab.verify(proof.text.replace("floor(phi * ", "floor(1 + phi * "))
    with pytest.raises(mexlab.Rejected):
        mexlab.verify("{}")


def test_laws_are_proved_and_refuted():
    game = mexlab.game("subtract:1,3,4")
    law = game.laws(500)["sg"]
    assert law.proved and law.certificate.verify()["accepted"]
    assert game.prove(law).law
    with pytest.raises(mexlab.Refuted) as refuted:
        mexlab.game("wythoff").prove("lose iff min(a, b) = floor(8 / 5 * abs(a - b))")
    assert refuted.value.verdict["answer"] == "fails"
    assert "a = 20, b = 33" in str(refuted.value)


def test_a_law_with_mistakes():
    with pytest.raises(mexlab.RuleError) as wrong:
        mexlab.game("wythoff").prove("lose iff a = = b")
    assert wrong.value.code.startswith("R") and wrong.value.line == 1 and wrong.value.column > 1


def test_families(answer):
    table = mexlab.game("subtraction", S={1, 2}).table(20)
    assert [axis.name for axis in table.axes] == ["n"]
    family = mexlab.game("nim-sub(k = 2)\nheap n".replace("nim-sub", "game f") + "\nmove n - t for t in 1..k if t <= n",
                         k=range(2, 6)).table(30)
    assert [axis.name for axis in family.axes] == ["k", "n"] and family.shape == (4, 31)
    for k in range(2, 6):
        assert (family["sg"][k - 2] == np.arange(31) % (k + 1)).all()


def test_b_files(tmp_path, answer):
    table = mexlab.game("lasker").table(50)
    text = table.to_bfile(header="Lasker's Nim")
    assert text.startswith("# Lasker's Nim\n0 0\n1 1\n")
    path = tmp_path / "b.txt"
    table.to_bfile(path)
    assert (mexlab.read(path)["value"] == table["sg"]).all()
    assert mexlab.find(path).to_dicts() == answer("find", path)
    with pytest.raises(mexlab.UsageError):
        mexlab.game("wythoff").table(5).to_bfile()


def test_files_of_values(tmp_path, answer):
    table = mexlab.game("wythoff").table(30)
    path = tmp_path / "w.csv"
    table.to_csv(path)
    assert mexlab.find(path).to_dicts() == answer("find", path)
    assert json.loads(table.to_json()) == json.loads(mexlab.game("wythoff").table(30).to_json())


def test_a_rule_in_one_line():
    """Semicolons in quotes and brackets are no ends of lines."""
    game = mexlab.game('heap n; title "a; b"; let f(k) = mex{f(j) for j in 0..k - 1; 3}; move n - 1 if n > 0')
    assert game.title == "a; b" and game.table(3)["sg"].tolist() == [0, 1, 0, 1]


def test_the_program(run):
    assert run("--version").stdout.startswith("mexlab " + mexlab.__version__)
    assert run("find", "no-such-game").returncode == 2
    assert run("ask", "lasker", "7").stdout.startswith("7")


def test_a_session_of_the_page(run):
    """`serve` starts the program once more for each question: as `python -m mexlab`."""
    question = json.dumps({"ask": "position", "rule": "octal:0.77", "at": "5"})
    told = run("session", input=question + "\n").stdout.splitlines()
    assert json.loads(told[-1])["event"] == "end"
    assert any(json.loads(line)["event"] == "position" for line in told)


def test_the_page_is_served_by_the_package():
    import subprocess
    import sys
    import urllib.request

    serve = subprocess.Popen([sys.executable, "-m", "mexlab", "serve", "--no-open"], stdout=subprocess.PIPE, text=True)
    try:
        address = serve.stdout.readline().strip()
        page = urllib.request.urlopen(address.split("#")[0], timeout=20).read()
        assert b"mexlab" in page
    finally:
        serve.terminate()
        serve.wait(timeout=20)

"""Wrong input, huge bounds, threads, forks, interrupts: an exception at most, never a crash."""

import multiprocessing
import os
import random
import signal
import subprocess
import sys
import threading
import time

import mexlab
import numpy as np
import pytest

#: a rule without a kernel, whose table to a million takes long
LONG = "heap n\nmove n - t for t in 1..n if gcd(t, n) = 1 and t ** 2 % 7 != 3"


@pytest.mark.parametrize("wrong", [None, 7, 3.5, b"nim", ["nim"], {"n": 1}, object()])
def test_a_rule_is_text(wrong):
    with pytest.raises(TypeError):
        mexlab.game(wrong)


@pytest.mark.parametrize("wrong", ["no-such-game", "", "-", "octal:9", "subtract:", "/", "nul\0l", "\ud800"])
def test_no_such_rule(wrong):
    with pytest.raises((mexlab.UsageError, UnicodeEncodeError)):
        mexlab.game(wrong)


def test_mistakes_have_a_place():
    with pytest.raises(mexlab.RuleError) as wrong:
        mexlab.game("heap n\nmove n - 1 if n >\n")
    first = wrong.value.diagnostics[0]
    assert (first.line, wrong.value.line) == (2, 2)
    assert first.code == wrong.value.code and first.code[0] == "R" and first.code[1:].isdigit()
    assert first.message in str(wrong.value) and "move n - 1 if n >" in str(wrong.value)
    with pytest.raises(mexlab.RuleError) as wrong:
        mexlab.game("heap n\n  mvoe n - 1")
    assert (wrong.value.line, wrong.value.column) == (2, 3)
    assert isinstance(wrong.value, (ValueError, mexlab.MexlabError))


@pytest.mark.parametrize("wrong", [1.5, [3], True, object(), {"n": 2.5}])
def test_bounds_are_integers(wrong):
    with pytest.raises(TypeError):
        mexlab.game("lasker").table(wrong)


@pytest.mark.parametrize("wrong", [-1, {"m": 3}, 10**30, {"n": -2}, "x"])
def test_bounds_that_make_no_sense(wrong):
    with pytest.raises(mexlab.UsageError):
        mexlab.game("lasker").table(wrong)


@pytest.mark.parametrize("huge", [10**12, 2**62, 2**63 - 1])
def test_huge_bounds_are_refused_before_the_work(huge):
    with pytest.raises((mexlab.LimitError, mexlab.UsageError)):
        mexlab.game("wythoff").table(huge)


def test_memory_is_a_limit():
    with pytest.raises(mexlab.LimitError):
        mexlab.game("wythoff", memory=10_000).table(1000)


@pytest.mark.parametrize("wrong", ["", "x", "3,", (1, 2, 3), {1, 2}, [1], -5, "1.5"])
def test_no_positions(wrong):
    with pytest.raises(mexlab.UsageError):
        mexlab.game("lasker").ask(wrong)


@pytest.mark.parametrize("wrong", [1.5, object(), True, (1.5,)])
def test_coordinates_are_integers(wrong):
    with pytest.raises(TypeError):
        mexlab.game("lasker").ask(wrong)


def test_quantities_and_languages_have_names():
    game = mexlab.game("lasker")
    with pytest.raises(mexlab.UsageError, match="not a quantity"):
        game.table(10, "gs")
    with pytest.raises(KeyError, match="sg"):
        game.table(10)["gs"]
    with pytest.raises(mexlab.UsageError, match="language"):
        game.laws(100)["sg"].code("cobol")
    with pytest.raises(TypeError):
        game.table(10, [7])
    for effort in (0, -1, 1.5, True, 10**9):
        with pytest.raises(ValueError):
            game.laws(10, effort=effort)


def test_parameters():
    with pytest.raises(mexlab.UsageError, match="no parameter|q"):
        mexlab.game("nim", q=3).table(3)
    with pytest.raises((TypeError, ValueError)):
        mexlab.game("nim", k=range(5, 2))
    with pytest.raises(TypeError):
        mexlab.game("nim", k=True)


def test_laws_say_nothing_beyond_themselves():
    law = mexlab.game("lasker").laws(200)["sg"]
    for wrong in (-1, -(2**62)):
        with pytest.raises(ValueError):
            law(wrong)
    with pytest.raises(ValueError):
        law(2**70)
    with pytest.raises(ValueError):
        law(np.array([3, -1]))
    with pytest.raises(TypeError):
        law(1, 2)
    with pytest.raises(TypeError):
        law(np.array([1.5]))
    assert law(np.zeros((0,), dtype=int)).shape == (0,)
    assert law(np.arange(6).reshape(2, 3)).shape == (2, 3)


def test_nobody_writes_into_a_table():
    table = mexlab.game("lasker").table(100)
    column = table["sg"]
    with pytest.raises(ValueError):
        column[0] = 7
    assert not column.flags.owndata and not column.flags.writeable
    assert column.__array_interface__["data"][0] == table["sg"].__array_interface__["data"][0]


def test_arrays_outlive_their_table():
    column = mexlab.game("wythoff").table(100)["sg"]
    expected = column.copy()
    for _ in range(20):
        mexlab.game("wythoff").table(100)
    assert (column == expected).all() and column[2, 3] == 5


def test_threads_answer_alike():
    def work(results, at):
        game = mexlab.game("wythoff")
        results[at] = (game.table(60)["sg"].sum(), game.laws(40).to_dicts(), game.ask((3, 5)).to_dict())

    results = [None] * 6
    threads = [threading.Thread(target=work, args=(results, at)) for at in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert results[0] is not None and all(result == results[0] for result in results)


def test_other_threads_go_on_while_a_table_is_computed():
    ticks, done = 0, threading.Event()
    thread = threading.Thread(target=lambda: (mexlab.game(LONG).table(2500), done.set()))
    thread.start()
    while not done.wait(0.001):
        ticks += 1
    thread.join()
    assert ticks > 3


def _in_a_process(queue):
    game = mexlab.game("wythoff")
    queue.put((int(game.table(80)["sg"].sum()), mexlab.game("lasker").laws(300)["sg"].words))


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_processes(method):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system does not {method}")
    expected = (int(mexlab.game("wythoff").table(80)["sg"].sum()), mexlab.game("lasker").laws(300)["sg"].words)
    context = multiprocessing.get_context(method)
    queue = context.Queue()
    process = context.Process(target=_in_a_process, args=(queue,))
    process.start()
    try:
        assert queue.get(timeout=120) == expected
        process.join(60)
        assert process.exitcode == 0
    finally:
        process.kill()


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
def test_interrupts_keep_what_is_done():
    timer = threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt) as stopped:
        mexlab.game(LONG).table(1_000_000)
    timer.join()
    assert isinstance(stopped.value, mexlab.Interrupted)
    kept = stopped.value.table
    assert kept is not None
    present = kept.present
    assert 0 < present.sum() < present.size
    whole = mexlab.game(LONG).table(20)["sg"]
    assert (kept["sg"][:21] == whole).all() and present[:21].all()
    assert mexlab.game("lasker").table(50).at(3) == {"sg": 4, "win": 1}


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
def test_handlers_of_signals_may_end_the_work():
    def handler(*_):
        raise TimeoutError("enough")

    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        with pytest.raises(TimeoutError, match="enough"):
            mexlab.game(LONG).table(1_000_000)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert mexlab.game("lasker").laws(100)["sg"]


def test_progress_is_told_and_may_stop():
    told = []
    mexlab.game(LONG).table(6000, progress=lambda done, total: told.append((done, total)))
    assert told and all(0 <= done <= total or total == 0 for done, total in told)

    def enough(done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        mexlab.game(LONG).table(1_000_000, progress=enough)
    assert mexlab.game("lasker").ask(7).win


def mutated(text, source):
    text = list(text)
    for _ in range(source.randint(1, 2)):
        at = source.randrange(len(text) + 1)
        match source.randrange(4):
            case 0:
                del text[at : at + source.randint(1, 2)]
            case 1:
                text.insert(at, source.choice("()[]{}<>=+-*/%|,:;.\n0123456789ntkaxif \0\u00e9\u2211\""))
            case 2:
                other = source.randrange(len(text) + 1)
                text[at:at] = text[other : other + source.randint(1, 12)]
            case _:
                text[at : at + 1] = source.choice(["99999999999999999999", " for ", " if ", "n - n", "-", " where "])
    return "".join(text)


def test_mutated_rules_never_crash():
    """In a process of its own, so that a crash is seen as one."""
    code = """
import random, mexlab
from test_surroundings import mutated
source = random.Random(7)
texts = ["heap n\\nmove n - k for k in {1, 3, 4} if k <= n\\nclaim c: lose iff n % 7 = 0",
         "state (a, b) symmetric\\nmove (a - t, b) for t in 1..a\\nmove (a, b - t) for t in 1..b",
         "game g(m = 3 in 1..9)\\nheap n\\nmove n -> k | n - k for k in 1..n // 2 if n % m = 0\\ntable sg to n = 9"]
read = wrong = 0
for _ in range(500):
    text = mutated(source.choice(texts), source)
    try:
        game = mexlab.game("game x\\n" + text if "game" not in text else text, memory=2_000_000)
        game.table(6)
        repr(game), game.explain()
        read += 1
    except mexlab.Defect:
        raise
    except (mexlab.MexlabError, ValueError, TypeError):
        wrong += 1
print(read, wrong)
"""
    here = os.path.dirname(__file__)
    done = subprocess.run([sys.executable, "-c", code], cwd=here, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    read, wrong = map(int, done.stdout.split())
    assert read + wrong == 500 and read > 20 and wrong > 100


def test_many_objects_at_once():
    games = [mexlab.game("subtraction", S={1, k}) for k in range(2, 40)]
    tables = [game.table(200) for game in games]
    laws = [table.laws(prove=False) for table in tables]
    random.Random(1).shuffle(tables)
    del games
    assert all(found["sg"](7) == found.table["sg"][7] for found in laws)


def test_importing_loads_nothing_large():
    large = ["numpy", "pandas", "xarray", "matplotlib", "dask", "sqlite3"]
    code = f"import sys, mexlab; print([name for name in {large} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "[]", done.stderr

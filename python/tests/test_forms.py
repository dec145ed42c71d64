"""Values as people bring them, tables in other forms, notebooks, functions, sweeps."""

import sys
import xml.etree.ElementTree as ElementTree

import mexlab
import numpy as np
import pytest

FIBONACCI = [0, 1]
while len(FIBONACCI) < 150:
    FIBONACCI.append(FIBONACCI[-1] + FIBONACCI[-2])


def test_lists_arrays_and_texts_are_one():
    values = [n % 5 for n in range(60)]
    laws = [mexlab.find(values), mexlab.find(np.array(values, dtype=np.uint8)), mexlab.find(" ".join(map(str, values))),
            mexlab.find(np.array(values, dtype=float)), mexlab.find(tuple(values))]
    assert {found[0].words for found in laws} == {"value(n) = n % 5"}


def test_big_integers():
    found = mexlab.find(FIBONACCI)
    assert found[0].next[0] == FIBONACCI[-1] + FIBONACCI[-2]
    table = mexlab.read(FIBONACCI)
    assert table["value"].tolist() == FIBONACCI and table["value"].dtype == object


def test_arrays_of_two_dimensions():
    xor = np.bitwise_xor.outer(np.arange(25), np.arange(25))
    law = mexlab.find(xor, name="sg")["sg"]
    assert law.kind == "xor" and (law(*np.indices((25, 25))) == xor).all()
    assert law(1000, 7) == 1000 ^ 7


def test_gaps_are_no_positions():
    values = np.array([n % 3 for n in range(60)], dtype=float)
    values[[7, 20]] = np.nan
    table = mexlab.read(values)
    assert table.present.sum() == 58 and not table.present[7]
    masked = np.ma.array(np.arange(60) % 3, mask=np.arange(60) == 5)
    assert mexlab.read(masked).present.sum() == 59


WRONG = [[1.5, 2], ["a", "b"], [None, 1], [[1, 2], [3]], object(), 7, [True, object()], 3.0, []]


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_sequence(wrong):
    with pytest.raises((TypeError, ValueError)):
        mexlab.find(wrong)


def test_pandas():
    pandas = pytest.importorskip("pandas")
    table = mexlab.game("wythoff").table(6)
    frame = table.to_pandas()
    assert list(frame.index.names) == ["a", "b"] and frame.loc[(3, 5), "sg"] == table.at(3, 5)["sg"]
    assert frame.reset_index().to_csv(index=False, lineterminator="\n") == table.to_csv()
    series = pandas.Series(np.arange(40) % 4, index=range(3, 43), name="sg")
    assert mexlab.read(series).axes == (("n", 3, 42),)
    assert mexlab.find(series)["sg"](43) == 0
    assert mexlab.find(mexlab.game("wythoff").table(30).to_pandas())["win"].kind == "positions"
    with pytest.raises(TypeError):
        mexlab.find(series.sample(frac=1, random_state=1))
    holes = mexlab.game("state (a, b) where a <= b\nmove (a - 1, b - 1) if a > 0").table(4)
    assert len(holes.to_pandas()) == holes.present.sum() == 15


def test_xarray():
    pytest.importorskip("xarray")
    table = mexlab.game("wythoff").table({"a": 4, "b": 6})
    data = table.to_xarray()
    assert dict(data.sizes) == {"a": 5, "b": 7} and int(data["sg"].sel(a=2, b=3)) == 5
    assert np.shares_memory(data["sg"].values, table["sg"])
    assert mexlab.read(data["sg"]).axes == (("a", 0, 4), ("b", 0, 6))


def test_pictures():
    table = mexlab.game("wythoff").table(20)
    laws = table.laws()
    for svg in (table.to_svg(), table.to_svg("sg", laws)):
        assert ElementTree.fromstring(svg).tag.endswith("svg")
    with pytest.raises(mexlab.UsageError):
        table.to_svg("nothing")
    with pytest.raises(mexlab.UsageError):
        table.plot("nothing")


def test_plots():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    axes = mexlab.game("lasker").table(30).plot()
    assert axes.get_xlabel() == "n" and len(axes.lines[0].get_ydata()) == 31
    plt.close("all")
    axes = mexlab.game("wythoff").table({"a": 4, "b": 6}).plot()
    assert axes.images[0].get_array().shape == (5, 7) and (axes.get_xlabel(), axes.get_ylabel()) == ("b", "a")
    plt.close("all")


def test_plots_without_matplotlib(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    drawn = mexlab.game("lasker").table(30).plot()
    assert drawn.startswith("<svg") and drawn._repr_svg_() == drawn


def test_what_a_notebook_shows():
    game = mexlab.game("wythoff")
    table = game.table(12)
    laws = table.laws()
    shown = [game, table, laws, laws["win"], game.ask((1, 3)), game.check(20), game.prove()]
    for each in shown:
        html = each._repr_html_()
        assert html.startswith("<") and "Traceback" not in html
        assert repr(each).startswith("<")
    assert "<svg" in table._repr_html_()
    law = mexlab.game("lasker").laws(100)["sg"]
    assert law._repr_latex_().startswith("$$") and "%" not in law._repr_latex_().split("sg")[0]
    sneaky = mexlab.game('heap n\nmove n - 1 if n > 0\ntitle "<script>alert(1)</script>"')
    assert "<script>" not in sneaky._repr_html_() + sneaky.table(3)._repr_html_()


def test_the_chart_of_the_page():
    pytest.importorskip("anywidget")
    chart = mexlab.game("wythoff").table(20).chart("sg")
    assert isinstance(chart, mexlab.Chart) and chart.drawing["panels"][0]["grid"]["columns"] == 21
    assert "render" in chart._esm if isinstance(chart._esm, str) else "render" in str(chart._esm)
    chart.chosen = {"a": 4, "b": 9}
    assert "wins" in chart.told
    winning = [tuple(at.values()) for at, role in chart.marks if role == "winning"]
    assert winning and all(not mexlab.game("wythoff").ask(to).win for to in winning)
    chart.chosen = {"a": 3, "b": 5}
    assert "loses" in chart.told and [role for _, role in chart.marks] == ["chosen"]
    found = mexlab.read([n % 3 for n in range(30)]).chart()
    found.chosen = {"n": 5}
    assert found.told == "n = 5: value 2"
    with pytest.raises(mexlab.UsageError):
        mexlab.game("wythoff").table(5).chart("nothing")


def test_functions_are_games():
    rule = mexlab.game("heap n; move n - k for k in {1, 3, 4} if k <= n")
    function = mexlab.game(moves=lambda n: [n - k for k in (1, 3, 4) if k <= n])
    assert (function.table(100)["sg"] == rule.table(100)["sg"]).all()
    assert function.laws(300)["sg"].words == rule.laws(300)["sg"].words
    assert function.ask(5).win == rule.ask(5).win


def test_functions_of_pairs_and_sums():
    def wythoff(a, b):
        yield from ((a - t, b) for t in range(1, a + 1))
        yield from ((a, b - t) for t in range(1, b + 1))
        yield from ((a - t, b - t) for t in range(1, min(a, b) + 1))

    table = mexlab.game(moves=wythoff).table(12)
    assert [axis.name for axis in table.axes] == ["a", "b"]
    assert (table["sg"] == mexlab.game("wythoff").table(12)["sg"]).all()

    def lasker(n):
        return [n - t for t in range(1, n + 1)] + [[t, n - t] for t in range(1, n // 2 + 1)]

    assert (mexlab.game(moves=lasker, state="n").table(40)["sg"] == mexlab.game("lasker").table(40)["sg"]).all()


def test_functions_that_are_no_games():
    with pytest.raises(ValueError, match="never end"):
        mexlab.game(moves=lambda n: [n]).table(3)
    with pytest.raises(TypeError):
        mexlab.game(moves=lambda n: [(n, n)] if n else []).table(3)
    with pytest.raises(TypeError):
        mexlab.game(moves=7)
    with pytest.raises(ValueError):
        mexlab.game(moves=lambda n: []).table(10**12)
    with pytest.raises(ZeroDivisionError):
        mexlab.game(moves=lambda n: [1 // 0]).table(3)


def test_sweeps(tmp_path):
    pytest.importorskip("pandas")
    atlas = mexlab.sweep("subtraction", "S in subsets(1..4, 2)", to=200, out=tmp_path / "s")
    rows = atlas.to_pandas()
    assert len(atlas) == 6 and set(rows["period"]) == {2, 3, 5, 6, 7}
    assert len(atlas.to_pandas("period > 4")) < len(rows)
    with pytest.raises(mexlab.UsageError):
        mexlab.sweep("subtraction", "Q in 1..3", out=tmp_path / "wrong")
    with pytest.raises(FileNotFoundError):
        mexlab.Atlas(tmp_path / "nothing")


def test_sweeps_on_a_client(tmp_path):
    distributed = pytest.importorskip("distributed")
    pytest.importorskip("pandas")
    here = mexlab.sweep("subtraction", "S in subsets(1..4, 2)", to=200, out=tmp_path / "here", shard=2)
    cluster = distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None)
    with cluster, distributed.Client(cluster) as client:
        out = tmp_path / "there"
        there = mexlab.sweep("subtraction", "S in subsets(1..4, 2)", to=200, out=out, shard=2, client=client)
    assert there.path.read_bytes() == here.path.read_bytes()

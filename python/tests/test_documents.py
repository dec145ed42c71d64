"""The guide and the notebooks say what happens. Where they lie is told by the environment."""

import doctest
import os
import pathlib

import pytest

GUIDE = os.environ.get("MEXLAB_GUIDE")
NOTEBOOKS = os.environ.get("MEXLAB_NOTEBOOKS")


@pytest.mark.skipif(GUIDE is None, reason="MEXLAB_GUIDE names docs/python.md")
def test_the_guide():
    pytest.importorskip("pandas")
    options = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    failed, tried = doctest.testfile(GUIDE, module_relative=False, optionflags=options, encoding="utf-8")
    assert failed == 0 and tried > 25


@pytest.mark.parametrize("path", sorted(pathlib.Path(NOTEBOOKS or ".").glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks(path, tmp_path):
    nbclient = pytest.importorskip("nbclient")
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert any(cell.get("outputs") for cell in notebook.cells)

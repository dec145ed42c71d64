"""What tests have in common: the program of the package, run as a command."""

import json
import subprocess
import sys

import pytest


def run(*words, **options):
    """The program with these words: status, standard output, standard error."""
    command = [sys.executable, "-m", "mexlab", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, **options)


@pytest.fixture(name="run")
def run_fixture():
    return run


@pytest.fixture
def answer():
    """What the program prints as JSON."""

    def answered(*words):
        done = run(*words, "--format", "json")
        assert done.stdout, done.stderr
        return json.loads(done.stdout)

    return answered

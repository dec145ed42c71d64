"""How Sphinx makes pages of what `stage.py` has laid out; `-D language=` says in which language."""

import logging
import sys
from pathlib import Path

import jieba
from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text
from sphinx.search.zh import SearchChinese

sys.path.insert(0, str(Path(__file__).parent))

jieba.setLogLevel(logging.WARNING)

project = "mexlab"
html_title = "mexlab"
extensions = ["myst_parser"]
myst_heading_anchors = 4
# `kept:` and `place:` are those of stage.py: what is no page of this language.
myst_url_schemes = {"http": None, "https": None, "kept": "{{path}}", "place": "{{path}}#{{fragment}}"}
suppress_warnings = ["myst.header"]
highlight_language = "text"
html_theme = "furo"
html_static_path = ["theme/static"]
templates_path = ["theme"]
html_css_files = ["site.css"]
html_js_files = [("words.js", {"priority": 100})]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_extra_path = ["extra"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "switch.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}


class Game(RegexLexer):
    """Colours for rules."""

    name, aliases, filenames = "game", ["game"], ["*.game"]
    statements = (
        "game title note heap heaps state coins move moves turn left right end table check claim claims let start"
        " param order when wins draw"
    )
    tokens = {
        "root": [
            (r"#.*$", Comment),
            (r'"(\\.|[^"\\\n])*"', String),
            (rf"^({'|'.join(statements.split())})\b", Keyword),
            (words("for if in to over and or not iff implies then else from of on where".split(), r"\b", r"\b"), Keyword),
            (r"\d+", Number),
            (r"[A-Za-z_][\w-]*", Name),
            (r"->|\.\.|[-+*/%^&|<>=!]+", Operator),
            (r".|\n", Text),
        ]
    }


class Words(SearchChinese):
    """Chinese as Sphinx divides it; the page is told the stemmer that is there, which is that of English words."""

    language_name = "English"


def setup(app):
    """Adds the colours and the search, and to each page the address of the same page in the other language."""
    from stage import counterpart

    app.add_lexer("game", Game)
    app.add_search_language(Words)

    def context(app, page, template, values, tree):
        values["other"] = counterpart(page, app.config.language)

    app.connect("html-page-context", context)

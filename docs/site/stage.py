"""Lays the documents out for Sphinx, one folder for each language, and checks the pages that it made of them.

    stage.py lay OUT         OUT/en and OUT/zh: pages, and beside them in extra/ the files that pages link to
    stage.py check SITE      every link of the built site leads somewhere

The documents are read as they lie in the repository, where GitHub shows them. A page of one language is a page of the
site; links to the other language, and to files that are no pages, are turned to where these are. Below each rule stands
a link that opens it in the page of the workbench (`play/`).
"""

import os
import re
import shutil
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote, unquote, urldefrag

ROOT = Path(__file__).resolve().parents[2]

# The order of the sidebar: its headings, and the pages below each.
PAGES = {
    "en": {
        "First steps": ["docs/tutorial", "docs/guide", "docs/games", "docs/python"],
        "Reference": ["docs/rule-language", "docs/laws", "docs/certificates", "docs/atlas", "docs/errors", "docs/json"],
        "Measured": ["docs/performance", "output/README", "output/verdicts", "output/laws"],
        "The code": ["ARCHITECTURE", "CONTRIBUTING", "CHANGELOG"],
    },
    "zh": {
        "入门": ["docs/tutorial", "docs/guide", "docs/games", "docs/python"],
        "参考": ["docs/rule-language", "docs/laws", "docs/certificates", "docs/atlas", "docs/errors"],
        "实测": ["docs/performance"],
    },
}
TRY = {"en": "Try it in the browser", "zh": "在浏览器里试一试"}
FENCE = re.compile(r"^```game\n(.*?)^```\n", re.M | re.S)
LINK = re.compile(r"(!\[[^\]]*\]\(|\]\(|src=\")([^)\s\"]+)")


def sources(language):
    """The pages of a language: their names on the site, and the files they are made of."""
    end = ".zh.md" if language == "zh" else ".md"
    names = [name for names in PAGES[language].values() for name in names]
    pages = {"index": ROOT / f"README{end}"} | {name: ROOT / f"{name}{end}" for name in names}
    if language == "en":
        pages |= {str(path.relative_to(ROOT))[:-3]: path for path in sorted(ROOT.glob("output/*/*.md"))}
        pages["rules/claims/README"] = ROOT / "rules/claims/README.md"
    return pages


def counterpart(page, language):
    """The address of the same page in the other language, from the root of the site; its first page, if it has none."""
    other = "zh" if language == "en" else "en"
    name = page if page in sources(other) else "index"
    return f"zh/{name}.html" if other == "zh" else f"{name}.html"


def hidden_code(text):
    """The text with code in it blanked, so that nothing in there is taken for a link."""
    blank = lambda found: re.sub(r"[^\n]", " ", found.group())
    return re.sub(r"^```.*?^```|^(?:    [^\n]*\n)+|`[^`\n]+`", blank, text, flags=re.M | re.S)


def with_links(text, source, name, language, extra):
    """The text of a page with its links turned to the site."""
    here, other = sources(language), sources("en" if language == "zh" else "zh")
    pages = {path: page for page, path in here.items()}
    others = {path: page for page, path in other.items()}
    up = "../" * name.count("/")
    parts, last = [], 0
    for found in LINK.finditer(hidden_code(text)):
        link = text[found.start(2) : found.end(2)]
        address, anchor = urldefrag(link)
        if "://" in address or not address:
            continue
        path = (source.parent / unquote(address)).resolve()
        path = path / "README.md" if (path / "README.md").is_file() else path
        anchor = f"#{anchor}" if anchor else ""
        if path in pages:
            turned = f"{up}{pages[path]}.md{anchor}"
        elif path in others:
            root = up + ("../" if language == "zh" else "zh/")
            turned = f"{'place' if anchor else 'kept'}:{root}{others[path]}.html{anchor}"
        elif path.is_file():
            kept = path.relative_to(ROOT)
            is_link, is_picture = found[1] == "](", found[1].startswith("!")
            turned = f"{'kept:' if is_link else ''}{up}{kept}"
            # Sphinx moves the pictures of Markdown to where it wants them.
            to = (extra.parent if is_picture else extra) / kept
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, to)
        elif path.is_dir():
            turned = f"kept:{up}{path.relative_to(ROOT)}/index.html"
            gallery(path, extra / path.relative_to(ROOT))
        else:
            sys.exit(f"{source.relative_to(ROOT)}: nothing lies at {link}")
        parts += [text[last : found.start(2)], turned]
        last = found.end(2)
    return "".join(parts) + text[last:]


def with_titles(text, source):
    """The text with the titles of pages for names of files: where a link shows `laws.md`, a page of the site says Laws."""

    def titled(found):
        path = (source.parent / found[1]).resolve()
        title = re.search(r"^# (.*)", path.read_text(), re.M) if path.is_file() else None
        return f"[{title[1]}]({found[1]}{found[2] or ''})" if title else found.group()

    return re.sub(r"\[[\w./-]+\.md\]\(([^)\s#]+\.md)(#[^)]*)?\)", titled, text)


def gallery(folder, to):
    """A page for a folder that a document names: its pictures, or the names of its files."""
    to.mkdir(parents=True, exist_ok=True)
    shown = []
    for path in sorted(path for path in folder.iterdir() if path.is_file()):
        shutil.copyfile(path, to / path.name)
        is_picture = path.suffix in {".jpg", ".png", ".svg"}
        what = f'<img src="{path.name}" alt="{path.stem}" style="max-width:100%">' if is_picture else path.name
        shown.append(f'<p><a href="{path.name}">{what}</a></p>')
    (to / "index.html").write_text(f"<!doctype html><meta charset=utf-8><title>{folder.name}</title>{''.join(shown)}\n")


def unbroken(text):
    """The text without the ends of lines inside Chinese sentences, which would be shown as blanks."""
    masked, wide = hidden_code(text), r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]"
    ends = [end.start() + 1 for end in re.finditer(rf"{wide}\n(?={wide})", masked)]
    return "".join(text[begin:end] for begin, end in zip([0] + [at + 1 for at in ends], ends + [len(text)]))


def rules(fence):
    """The rules of a fence; claims about a rule that is written elsewhere are none."""
    return [part for part in re.split(r"^(?=game |claims of )", fence, flags=re.M) if part.startswith("game ")]


def with_trials(text, name, language):
    """The text with a link below each rule that opens it: but not where it needs another rule of the page."""
    names = {re.match(r"game ([\w-]+)", rule)[1] for fence in FENCE.findall(text) for rule in rules(fence)}
    root = "../" * (name.count("/") + (language == "zh"))

    def link(rule):
        others = names - {re.match(r"game ([\w-]+)", rule)[1]}
        if any(re.search(rf"(?<![\w-]){re.escape(other)}(?![\w-])", re.sub(r"#.*|\".*?\"", "", rule)) for other in others):
            return ""
        query = f"v=1&lang={language}&rule={quote(rule.strip(), safe='')}"
        return f'<p class="try"><a href="{root}play/#{query}">{TRY[language]}</a></p>\n'

    def below(found):
        return found.group() + "\n" + "".join(map(link, rules(found[1]))) + "\n"

    return FENCE.sub(below, text)


def tree(language):
    """The sidebar, as the first page states it."""
    text = ""
    for heading, names in PAGES[language].items():
        text += f"\n```{{toctree}}\n:hidden:\n:caption: {heading}\n\n{chr(10).join(names)}\n```\n"
    return text


def lay(out):
    """Lays out the pages of both languages."""
    for language in PAGES:
        folder, here = out / language, sources(language)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(Path(__file__).parent, folder, ignore=shutil.ignore_patterns("__pycache__", "requirements.txt"))
        extra = folder / "extra"
        extra.mkdir()
        shown = {name for names in PAGES[language].values() for name in names} | {"index"}
        for name, source in here.items():
            text = with_titles(source.read_text(), source)
            text = unbroken(with_links(text, source, name, language, extra))
            text = with_trials(text, name, language)
            text = text + tree(language) if name == "index" else text
            page = folder / f"{name}.md"
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(text if name in shown else f"---\norphan: true\n---\n\n{text}")


class Links(HTMLParser):
    """The addresses a page names, and the places in it that have a name."""

    def __init__(self, text):
        super().__init__()
        self.links, self.places = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.links += [attributes[key] for key in ("href", "src") if attributes.get(key)]
        self.places |= {attributes[key] for key in ("id", "name") if attributes.get(key)}


def check(site):
    """Ends with an error if a link leads nowhere, or to another host without need."""
    texts = {path: path.read_text() for path in site.rglob("*.html") if "play" not in path.relative_to(site).parts}
    pages = {path: Links(text) for path, text in texts.items()}
    trials, count = 0, 0
    bad = [(path, found) for path, text in texts.items() for found in re.findall(r"\]\((?:kept|place):[^)]*", text)]
    for path, page in pages.items():
        for link in page.links:
            address, anchor = urldefrag(link)
            address = address.partition("?")[0]
            if re.match(r"[a-z]+:", link):
                if link.startswith("http:"):
                    bad.append((path, link))
                continue
            count += 1
            to = (path.parent / unquote(address)).resolve() if address else path
            to = to / "index.html" if to.is_dir() or address.endswith("/") else to
            if to == site / "play/index.html":
                trials += bool(anchor)
                continue
            if not to.is_file():
                bad.append((path, link))
            elif anchor and to in pages and unquote(anchor) not in pages[to].places:
                bad.append((path, link))
    for path, link in bad:
        print(f"{path.relative_to(site)}: {link}")
    if bad or not trials:
        sys.exit(f"{len(bad)} links lead nowhere; {trials} open a rule")
    print(f"{len(pages)} pages, {count} links lead somewhere, {trials} of them open a rule in the browser")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["lay", out]:
            lay(Path(out))
        case ["check", site]:
            check(Path(os.path.realpath(site)))
        case _:
            sys.exit(__doc__)

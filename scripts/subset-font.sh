#!/usr/bin/env bash
# Cuts the font of the charts out of WenQuanYi Micro Hei: the characters of crates/report/assets/characters.txt
# and every one that occurs in a rule file, or is said of charts in Chinese. Needs: apt install fonts-wqy-microhei; pip install fonttools.
set -euo pipefail
cd "$(dirname "$0")/.."

source=${1:-/usr/share/fonts/truetype/wqy/wqy-microhei.ttc}
assets=crates/report/assets
characters=$(mktemp)
trap 'rm -f "$characters"' EXIT

find rules -name '*.game' -exec cat {} + |
    cat "$assets/characters.txt" crates/wording/src/chinese/{chart,sequences}.txt - > "$characters"
pyftsubset "$source" --font-number=0 --text-file="$characters" --output-file="$assets/wqy-microhei-subset.ttf" \
    --no-hinting --desubroutinize --layout-features=kern --name-IDs='*' --name-languages=0x409 --no-recalc-timestamp
echo "wrote $assets/wqy-microhei-subset.ttf: $(wc -c < "$assets/wqy-microhei-subset.ttf") bytes"

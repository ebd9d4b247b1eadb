#!/usr/bin/env bash
# ẞ has been a German capital since 2017, for names in capitals above all (GROẞMANN). transliteration drops it without a trace.
#
# Packages: transliteration 2.6.1, any-ascii 0.3.3, unidecode 1.1.0, unidecode-plus 1.0.5, @sindresorhus/transliterate 2.3.1; seen on
# 2026-11-28.
# Input: the surnames GROẞMANN and WEIẞ, and Großmann and Weiß beside them.
# Guess beforehand: GROSSMANN and WEISS, as § 25 of the German spelling rules has it, or the capital as "Ss".
# Behaviour: none gives GROSSMANN. transliteration writes GROMANN and WEI, other people's names, and no sign that a letter is missing;
# unidecode-plus writes [?]. The other three write GROSsMANN. The small ß is right in all five.
# For this project: `plain-letters.ts` writes SS, which SEPA files and the comparison of names use. A payer whose bank or register prepared
# names with this package is another person to every comparison.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent transliteration@2.6.1 any-ascii@0.3.3 unidecode@1.1.0 unidecode-plus@1.0.5 @sindresorhus/transliterate@2.3.1
cat > try.mjs <<'JS'
import sindresorhus from "@sindresorhus/transliterate";
import anyAscii from "any-ascii";
import { transliterate } from "transliteration";
import unidecode from "unidecode";
import plus from "unidecode-plus";
for (const [name, plain] of Object.entries({ transliteration: transliterate, "any-ascii": anyAscii, unidecode, "unidecode-plus": plus, sindresorhus }))
  console.log(`${name}: ${["GROẞMANN", "WEIẞ", "Großmann", "Weiß"].map((word) => plain(word)).join(" ")}`);
JS
seen=$(node try.mjs)
expected='transliteration: GROMANN WEI Grossmann Weiss
any-ascii: GROSsMANN WEISs Grossmann Weiss
unidecode: GROSsMANN WEISs Grossmann Weiss
unidecode-plus: GRO[?]MANN WEI[?] Grossmann Weiss
sindresorhus: GROSsMANN WEISs Grossmann Weiss'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }

#!/usr/bin/env bash
# Receipts and cheques write the amount in words beside the figures, so that nobody can change it. In Italian, to-words writes two million
# without the two, and one thousand as half of a word.
#
# Package: to-words 5.7.0; seen on 2026-11-28.
# Input: amounts of euros in it-IT, beside fr-FR for comparison.
# Guess beforehand: "mille duecento trentaquattro" and "due milioni", with or without spaces between the words.
# Behaviour: 2,000,000 is "Milioni Euro", millions without how many, and 2,500,000 "Milioni Cinque Cento Mila". 1,000 is rightly "Mille", but
# each amount from 1,001 to 1,999 begins with "Mila", the second half of "duemila". Three million and 2,001 are right. No error.
# For this project: amounts are written in figures only, by one function (`money.ts`). A club that adds words with this package signs a
# receipt whose words name no sum.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent to-words@5.7.0
cat > try.js <<'JS'
const { toWords } = require("to-words");
const words = (amount, localeCode) => toWords(amount, { localeCode, currency: true });
for (const amount of [1000, 1001, 1234.05, 2001, 1000000, 2000000, 2500000, 3000000]) console.log(`${amount}: ${words(amount, "it-IT")} | ${words(amount, "fr-FR")}`);
let without = 0;
for (let euros = 1001; euros <= 1999; euros += 1) if (/^Mila /.test(words(euros, "it-IT"))) without += 1;
console.log(`${without} of 999 amounts between 1,001 and 1,999 begin with Mila`);
JS
seen=$(node try.js)
expected='1000: Mille Euro | Mille Euros
1001: Mila Un Euro | Mille Un Euros
1234.05: Mila Due Cento Trentaquattro Euro E Cinque Centesimi | Mille Deux Cent Trente-Quatre Euros Et Cinq Centimes
2001: Due Mila Un Euro | Deux Mille Un Euros
1000000: Un Milione Euro | Un Million Euros
2000000: Milioni Euro | Deux Millions Euros
2500000: Milioni Cinque Cento Mila Euro | Deux Millions Cinq Cents Mille Euros
3000000: Tre Milioni Euro | Trois Millions Euros
999 of 999 amounts between 1,001 and 1,999 begin with Mila'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }

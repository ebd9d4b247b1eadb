#!/usr/bin/env bash
# Albania, Moldova, Montenegro and North Macedonia have been in SEPA since October 2025, Serbia since May 2026. ibantools says no of each.
#
# Package: ibantools 4.5.4 (published on 11 April 2026, the newest); seen on 2026-11-28.
# Input: the IBAN registry's example accounts of the five countries, and of Andorra, Switzerland and Great Britain beside them.
# Guess beforehand: true for all, since four of the five had joined when the version came out.
# Behaviour: the IBANs are valid, and `isSEPACountry` is false for all five. A program that asks it first does not offer a transfer that
# both banks would carry out, or sends it by a dearer way.
# For this project: `fits-currency.ts` asks it whether customers can transfer euros into a company's account, and adds the five itself.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent ibantools@4.5.4
cat > try.js <<'JS'
const { isSEPACountry, isValidIBAN } = require("ibantools");
const examples = ["AL47212110090000000235698741", "MD24AG000225100013104168", "ME25505000012345678951", "MK07250120000058984", "RS35260005601001611379",
  "AD1200012030200359100100", "CH9300762011623852957", "GB29NWBK60161331926819"];
for (const iban of examples) console.log(iban, `valid ${isValidIBAN(iban)}`, `SEPA ${isSEPACountry(iban.slice(0, 2))}`);
JS
seen=$(node try.js)
expected='AL47212110090000000235698741 valid true SEPA false
MD24AG000225100013104168 valid true SEPA false
ME25505000012345678951 valid true SEPA false
MK07250120000058984 valid true SEPA false
RS35260005601001611379 valid true SEPA false
AD1200012030200359100100 valid true SEPA true
CH9300762011623852957 valid true SEPA true
GB29NWBK60161331926819 valid true SEPA true'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }

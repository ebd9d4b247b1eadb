#!/usr/bin/env bash
# An IBAN contains the bank's code and the account's number. ibantools cuts at wrong places: the account of a Finnish IBAN is "F".
#
# Packages: ibantools 4.5.4, beside ibankit 1.6.5; seen on 2026-11-28.
# Input: the IBAN registry's examples of ten countries. `extractIBAN` says `valid: true` for each.
# Guess beforehand: both packages give the same account number.
# Behaviour: they do for Germany and the Netherlands. ibantools gives the first letter of the country for Finland, the whole IBAN for
# Belgium, Latvia and Romania, puts the code of bank or branch before the number for Denmark, Greece and Italy, and drops Malta's zeros.
# For this project: only ibantools' checks are used. Statements in MT940 name an account by bank code and number, which are compared with
# the digits of the IBAN itself (`find-statement-accounts.ts`). By `accountNumber`, a Belgian or Greek account would never be found.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent ibantools@4.5.4 ibankit@1.6.5
cat > try.js <<'JS'
const { extractIBAN } = require("ibantools");
const { IBAN } = require("ibankit");
const examples = ["DE89370400440532013000", "NL91ABNA0417164300", "FI2112345600000785", "BE68539007547034", "LV80BANK0000435195001",
  "RO49AAAA1B31007593840000", "DK5000400440116243", "GR1601101250000000012300695", "IT60X0542811101000000123456", "MT84MALT011000012345MTLCAST001S"];
for (const iban of examples) {
  const { valid, accountNumber } = extractIBAN(iban);
  const other = new IBAN(iban).getAccountNumber();
  console.log(`${iban} valid ${valid}: ${accountNumber}${accountNumber === other ? " in both" : `, ibankit ${other}`}`);
}
JS
seen=$(node try.js)
expected='DE89370400440532013000 valid true: 0532013000 in both
NL91ABNA0417164300 valid true: 0417164300 in both
FI2112345600000785 valid true: F, ibankit 45600000785
BE68539007547034 valid true: BE68539007547034, ibankit 0075470
LV80BANK0000435195001 valid true: LV80BANK0000435195001, ibankit 0000435195001
RO49AAAA1B31007593840000 valid true: RO49AAAA1B31007593840000, ibankit 1B31007593840000
DK5000400440116243 valid true: 00400440116243, ibankit 0440116243
GR1601101250000000012300695 valid true: 01250000000012300695, ibankit 0000000012300695
IT60X0542811101000000123456 valid true: X0542811101000000123456, ibankit 000000123456
MT84MALT011000012345MTLCAST001S valid true: 12345MTLCAST001S, ibankit 0012345MTLCAST001S'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }

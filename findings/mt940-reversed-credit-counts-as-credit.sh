#!/usr/bin/env bash
# MT940: RC in :61: takes a credit back, so it is money that left. mt940-js reads it as money that came, and RD as money that left.
#
# Package: mt940-js 1.0.0 (which needs tslib and does not declare it), beside mt940js 1.3.5; seen on 2026-11-27.
# Input: a statement from 100.00 to 90.00 with the one entry `RC10,00`, and one from 100.00 to 110.00 with `RD10,00`.
# Guess beforehand: `isCredit` is false for RC and true for RD, or the reversal is told in a field of its own.
# Behaviour: `isCredit` is true for RC and false for RD, and no field tells of the reversal. The entries then contradict the balances of the same
# statement, which is not noticed. mt940js signs both rightly, says `isReversal`, and compares with the balances.
# For this project: entries must add up to the balances before anything is booked; an export by way of this package cannot be trusted for returns.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent mt940js@1.3.5 mt940-js@1.0.0 tslib@1.14.1
cat > try.js <<'JS'
const statement = (mark, closing) =>
  [":20:S1", ":25:12345678/1234567890", ":28C:1/1", ":60F:C260901EUR100,00", `:61:2609030903${mark}10,00NTRFNONREF//0000000000000001`,
   ":86:Membership", `:62F:C260903EUR${closing}`, "-", ""].join("\r\n");
const { Parser } = require("mt940js");
const mt940 = require("mt940-js");
(async () => {
  for (const [mark, closing] of [["RC", "90,00"], ["RD", "110,00"]]) {
    const [told] = await mt940.read(Buffer.from(statement(mark, closing)));
    const [entry] = told.transactions;
    const [other] = new Parser().parse(statement(mark, closing))[0].transactions;
    console.log(mark, `credit ${entry.isCredit}`, `${told.openingBalance.value} to ${told.closingBalance.value}`, `mt940js ${other.amount} ${other.isReversal}`);
  }
})();
JS
seen=$(node try.js)
expected='RC credit true 100 to 90 mt940js -10 true
RD credit false 100 to 110 mt940js 10 true'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }

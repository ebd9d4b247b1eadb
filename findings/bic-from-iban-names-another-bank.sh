#!/usr/bin/env bash
# German IBANs contain the bank code, from which the BIC follows by the Bundesbank's list. bic-from-iban gives the BIC of a different bank.
#
# Packages: bic-from-iban 1.0.0, beside bankdata-germany 2.2602.0, which has the Bundesbank's list; seen on 2026-11-28.
# Input: valid test IBANs of six German banks.
# Guess beforehand: the BIC of the list, or nothing for a bank that the package does not know.
# Behaviour: four BICs of other banks and two times nothing; none right. It also says of each IBAN that it is valid. A transfer file with
# such a BIC contradicts its IBAN, and a bank that compares them can refuse it.
# For this project: no BIC is derived. A transfer names the payee's IBAN alone, and the company's own BIC is typed or NOTPROVIDED
# (`pain.ts`).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent bic-from-iban@1.0.0 bankdata-germany@2.2602.0
cat > try.js <<'JS'
const { getBIC, validateIBAN } = require("bic-from-iban");
const { bankDataByIBAN } = require("bankdata-germany");
const accounts = ["DE02120300000000202051", "DE02500105170137075030", "DE02100100100006820101", "DE02200505501015871393", "DE02370502990000684712",
  "DE02600501010002034304"];
for (const iban of accounts) console.log(iban, `valid ${validateIBAN(iban)}`, `list ${bankDataByIBAN(iban).bic}`, `package ${getBIC(iban) || "nothing"}`);
JS
seen=$(node try.js)
expected='DE02120300000000202051 valid true list BYLADEM1001 package DRESDEFF834
DE02500105170137075030 valid true list INGDDEFFXXX package nothing
DE02100100100006820101 valid true list PBNKDEFFXXX package DRESDEFFJ14
DE02200505501015871393 valid true list HASPDEHHXXX package DEUTDE8L873
DE02370502990000684712 valid true list COKSDE33XXX package ESSEDE5F700
DE02600501010002034304 valid true list SOLADEST600 package nothing'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }

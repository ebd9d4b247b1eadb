#!/usr/bin/env bash
# A company that collects by direct debit has a creditor identifier; its length depends on the country: 13 signs in France, 18 in Germany, 26 in
# Luxembourg. creditor-id refuses those of seven countries out of twelve as too short, and finds a mistyped one valid.
#
# Packages: creditor-id 1.0.0, beside sepa 3.0.0 (npm); seen on 2026-11-29.
# Input: identifiers of twelve countries in the lengths of the European Payments Council's overview (EPC262-08); national numbers are invented,
# check digits by ISO 7064 (`checksumCreditorID` of sepa). One with a business code of its own (A01), and one with a mistyped digit.
# Guess beforehand (before reading its code): all are taken, but not the mistyped one.
# Behaviour: Belgium's, Spain's, Finland's, France's, Ireland's, Malta's and Portugal's are refused ("Value too short"): at least eleven signs
# are wanted behind the business code, as Germany and Austria have. `isValid` looks at the shape alone and says true of the mistyped one;
# only `check` of a parsed one sees it.
# For this project: the national part may have 1 to 28 signs, and the check digits are computed (`creditor-identifier.ts`), so that a payment
# is known to be meant for another creditor of any country.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent creditor-id@1.0.0 sepa@3.0.0
cat > try.js <<'JS'
const CreditorId = require("creditor-id");
const { checksumCreditorID, validateCreditorID } = require("sepa");
const numbers = { AT: "01234567890", BE: "0123456789", DE: "09999999999", ES: "47690558N", FI: "12345678", FR: "123456", IE: "123456",
  IT: "A1B2C3D4E5F6G7H8", LU: "0000000000999999999", MT: "670169305T", NL: "123456780001", PT: "123456" };
const read = (id) => {
  try {
    return String(new CreditorId(id).check());
  } catch (error) {
    return `refused: ${error.message}`;
  }
};
const told = (name, id) =>
  console.log(`${name} ${id}: sepa ${validateCreditorID(id)}, creditor-id isValid ${CreditorId.isValid(id)}, check ${read(id)}`);
for (const [country, number] of Object.entries(numbers)) told(country, checksumCreditorID(`${country}00ZZZ${number}`));
told("own business code", "DE98A0109999999999");
told("mistyped", "DE98ZZZ09999999998");
JS
seen=$(node try.js)
expected='AT AT61ZZZ01234567890: sepa true, creditor-id isValid true, check true
BE BE68ZZZ0123456789: sepa true, creditor-id isValid false, check refused: Value too short
DE DE98ZZZ09999999999: sepa true, creditor-id isValid true, check true
ES ES23ZZZ47690558N: sepa true, creditor-id isValid false, check refused: Value too short
FI FI22ZZZ12345678: sepa true, creditor-id isValid false, check refused: Value too short
FR FR72ZZZ123456: sepa true, creditor-id isValid false, check refused: Value too short
IE IE84ZZZ123456: sepa true, creditor-id isValid false, check refused: Value too short
IT IT66ZZZA1B2C3D4E5F6G7H8: sepa true, creditor-id isValid true, check true
LU LU92ZZZ0000000000999999999: sepa true, creditor-id isValid true, check true
MT MT50ZZZ670169305T: sepa true, creditor-id isValid false, check refused: Value too short
NL NL42ZZZ123456780001: sepa true, creditor-id isValid true, check true
PT PT73ZZZ123456: sepa true, creditor-id isValid false, check refused: Value too short
own business code DE98A0109999999999: sepa true, creditor-id isValid true, check true
mistyped DE98ZZZ09999999998: sepa false, creditor-id isValid true, check false'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }

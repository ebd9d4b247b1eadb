#!/usr/bin/env bash
# Letters in an IBAN name a bank of that country: INGB is ING in the Netherlands, in Romania and in Bulgaria. sepa-xml writes the Dutch bank's BIC
# beside any of them into the transfer file.
#
# Package: sepa-xml 0.6.0, beside ibantools 4.5.4; seen on 2026-11-28.
# Input: transfers of 10.00 EUR to accounts that differ in the country; valid by length and check digits. And one IBAN with blanks, as the
# package's own example has it. No BIC is given, which SEPA has not needed since 2016 (IBAN only); the package offers to find it.
# Guess beforehand (before reading its code): the bank's own BIC or none, and IBANs without blanks in the file.
# Behaviour: four letters are looked up in a list of Dutch banks, and the country is not. The Romanian, Bulgarian, Irish and Latvian
# accounts get a BIC of a Dutch bank, which contradicts the IBAN: a bank that compares them refuses the payment, one that goes by the BIC sends it
# astray. With blanks no BIC is found, and the IBAN goes into the file with them, against the pattern of the schema. No error, though the
# package says that it checks its result.
# For this project: refunds name the payee's IBAN alone, compact (`pain.ts`). Refund files of a partner's own that came from this package can be
# refused for accounts outside the Netherlands.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent sepa-xml@0.6.0 ibantools@4.5.4
cat > try.js <<'JS'
const SepaXml = require("sepa-xml");
const { electronicFormatIBAN, isValidIBAN } = require("ibantools");
const accounts = ["NL39RABO0300065264", "RO21INGB0000999901234567", "BG77INGB91451000123456", "IE58CITI99005112345678", "LV65CITI0000435195001",
  "DE02120300000000202051", "NL39 RABO 0300 0652 64"];
const file = new SepaXml("pain.001.001.03");
file.setHeaderInfo({ messageId: "M1", initiator: "Club" });
file.setPaymentInfo({ id: "P1", method: "TRF", senderName: "Club", senderIBAN: "NL39RABO0300065264", bic: "RABONL2U" });
for (const iban of accounts) file.addTransaction({ id: "E1", amount: 10, name: "Anna Muster", iban, description: "Refund" });
file.compile((error, xml) => {
  const payments = xml.split("<CdtTrfTxInf>").slice(1);
  accounts.forEach((account, at) => {
    const [, iban] = payments[at].match(/<IBAN>([^<]*)/);
    const [, bic] = payments[at].match(/<BIC>([^<]*)/) ?? [, "none"];
    const fits = /^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/.test(iban) ? "fits" : "against";
    console.log(`${iban} valid ${isValidIBAN(electronicFormatIBAN(account))}, ${fits} the schema, BIC ${bic}`);
  });
  console.log(`error ${error}`);
});
JS
seen=$(node try.js)
expected='NL39RABO0300065264 valid true, fits the schema, BIC RABONL2U
RO21INGB0000999901234567 valid true, fits the schema, BIC INGBNL2A
BG77INGB91451000123456 valid true, fits the schema, BIC INGBNL2A
IE58CITI99005112345678 valid true, fits the schema, BIC CITINL2X
LV65CITI0000435195001 valid true, fits the schema, BIC CITINL2X
DE02120300000000202051 valid true, fits the schema, BIC none
NL39 RABO 0300 0652 64 valid true, against the schema, BIC none
error null'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }

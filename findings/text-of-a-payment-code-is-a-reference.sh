#!/usr/bin/env bash
# An EPC code (Girocode) has twelve lines: the tenth is for a creditor reference, the eleventh for a text, and only one of the two may be filled.
# sepa-qr leaves a line out, so that the text stands as a reference; iban-qr-code adds a text of its own to a reference.
#
# Packages: sepa-qr 0.0.2, read back by jsqr 1.4.0 and pngjs 7.0.0; iban-qr-code 1.0.0; sepa-payment-qr-code 2.0.2 beside them; seen on
# 2026-11-29.
# Input: a text "Invoice 123456789", as in sepa-qr's own example, with and without a note to the payer; an RF reference; a code whose amount
# is open. The account is a test IBAN.
# Guess beforehand (before reading their code): the text in line 11, the note in line 12, the reference in line 10 with no text; an open amount
# is open or an error.
# Behaviour: sepa-qr writes eleven lines. The text is in the line of the reference, where no check digit fits it, and the note to the payer
# is in the line of the text, so the payee gets the note and not the invoice's number. Without an amount the code asks for one cent.
# iban-qr-code puts "Testsubject" beside an RF reference, against the rule of one (EPC069-12): a bank's app refuses the code or sends that
# word. Without an amount it asks for 19.05. No errors. The third package is right in all.
# For this project: the lines are written one by one, either the reference or the text (`epc-code.ts`), and no code is made without an amount. Of
# a code made by these packages, name and sum alone are left to find the invoice.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent sepa-qr@0.0.2 iban-qr-code@1.0.0 sepa-payment-qr-code@2.0.2 jsqr@1.4.0 pngjs@7.0.0
cat > try.js <<'JS'
const { girocode } = require("iban-qr-code");
const jsqr = require("jsqr");
const { PNG } = require("pngjs");
const third = require("sepa-payment-qr-code");
const createSepaQr = require("sepa-qr");
const draw = (data) => new Promise((resolve, reject) => {
  const parts = [];
  createSepaQr(data).on("data", (part) => parts.push(part)).on("error", reject).on("end", () => {
    const { data: pixels, width, height } = PNG.sync.read(Buffer.concat(parts));
    resolve(jsqr(new Uint8ClampedArray(pixels), width, height).data);
  });
});
const told = (name, code) => {
  const lines = code.split("\n");
  const [amount, , reference, text, note] = lines.slice(7).map((line) => line || "none");
  console.log(`${name}: ${lines.length} lines, amount ${amount}, reference ${reference}, text ${text}, note ${note ?? "none"}`);
};
const to = { name: "Example Club", iban: "DE02120300000000202051", bic: "BYLADEM1001" };
const text = "Invoice 123456789";
const reference = "RF18539007547034";
(async () => {
  told("sepa-qr, text", await draw({ ...to, amount: 100, remittance: text }));
  told("sepa-qr, text and note", await draw({ ...to, amount: 100, remittance: text, information: "Thank you" }));
  told("sepa-qr, open amount", await draw({ ...to, remittance: text }));
  told("iban-qr-code, text", girocode({ ...to, amount: 100, reason: text }));
  told("iban-qr-code, reference", girocode({ ...to, amount: 100, ref: reference }));
  told("iban-qr-code, open amount", girocode({ ...to, reason: text }));
  told("sepa-payment-qr-code, text and note", third({ ...to, amount: 100, unstructuredReference: text, information: "Thank you" }));
  told("sepa-payment-qr-code, reference", third({ ...to, amount: 100, structuredReference: reference }));
  told("sepa-payment-qr-code, open amount", third({ ...to, amount: null, unstructuredReference: text }));
})();
JS
seen=$(node try.js)
expected='sepa-qr, text: 11 lines, amount EUR100, reference Invoice 123456789, text none, note none
sepa-qr, text and note: 11 lines, amount EUR100, reference Invoice 123456789, text Thank you, note none
sepa-qr, open amount: 11 lines, amount EUR0.01, reference Invoice 123456789, text none, note none
iban-qr-code, text: 12 lines, amount EUR100, reference none, text Invoice 123456789, note none
iban-qr-code, reference: 12 lines, amount EUR100, reference RF18539007547034, text Testsubject, note none
iban-qr-code, open amount: 12 lines, amount EUR19.05, reference none, text Invoice 123456789, note none
sepa-payment-qr-code, text and note: 12 lines, amount EUR100.00, reference none, text Invoice 123456789, note Thank you
sepa-payment-qr-code, reference: 12 lines, amount EUR100.00, reference RF18539007547034, text none, note none
sepa-payment-qr-code, open amount: 12 lines, amount none, reference none, text Invoice 123456789, note none'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }

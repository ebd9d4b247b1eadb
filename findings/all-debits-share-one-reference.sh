#!/usr/bin/env bash
# SEPA files may name the invoice of each payment by a creditor reference. In sepa the last reference that was set stands in every payment,
# also in later files of other creditors.
#
# Package: sepa 3.0.0 (npm); seen on 2026-11-29.
# Input: three debits of pain.008.001.08, with texts; with RF references, as an object each and field by field, as the types declare them; then
# a file of another creditor, with texts alone. All in one process.
# Guess beforehand (before reading its code): each debit has its own reference, in the elements of the schema, and the last file has its texts.
# Behaviour: the fields belong to an object of the prototype. Set field by field, all three debits name the third invoice, and so does each
# payment of every later file, in place of its text, until the process ends. An object for each debit keeps them apart. Either way the elements
# are none of the schema, which has Tp/CdOrPrtry and, beside Tp, Ref; the package writes CdorPrtry and Ref inside it. No error: a bank that
# checks by the schema refuses the whole file, one that does not tells members each other's invoices. Transfers are written by the same lines.
# For this project: the text of a refund is written for each payment, as Ustrd (`pain.ts`). A payer whose transfers are made this way
# sends the valid reference of another invoice, which no check digit can tell.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent sepa@3.0.0
cat > try.js <<'JS'
const SEPA = require("sepa");
const references = ["RF18539007547034", "RF712348231", "RF45G72UUR"];
const file = (creditor, prepare) => {
  const document = new SEPA.Document("pain.008.001.08");
  Object.assign(document.grpHdr, { id: "M1", created: new Date(2026, 11, 1), initiatorName: creditor });
  const batch = document.createPaymentInfo();
  Object.assign(batch, { collectionDate: new Date(2026, 11, 15), creditorIBAN: "DE02120300000000202051", creditorName: creditor,
    creditorId: "DE98ZZZ09999999999", sequenceType: "RCUR" });
  document.addPaymentInfo(batch);
  references.forEach((reference, at) => {
    const debit = batch.createTransaction();
    Object.assign(debit, { debtorName: "Anna Muster", debtorIBAN: "DE02500105170137075030", mandateId: `MANDATE${at}`,
      mandateSignatureDate: new Date(2026, 0, 1), amount: 10, end2endId: `E${at}`, remittanceInfo: `${creditor} ${at}` });
    prepare(debit, { typeCode: "SCOR", issuer: "ISO", reference });
    batch.addTransaction(debit);
  });
  return document.toString().match(/(?<=<RmtInf>).*?(?=<\/RmtInf>)/gs);
};
const told = (parts) => parts.map((part) => part.replace(/<Strd>.*<Ref>/s, "reference ").replace(/<.*?>/g, "")).join(", ");
console.log("texts:", told(file("First Club", () => {})));
const apart = file("First Club", (debit, reference) => Object.assign(debit, { structuredRemittanceInfo: reference }));
console.log("an object each:", told(apart));
console.log("texts again:", told(file("First Club", () => {})));
console.log("field by field:", told(file("First Club", (debit, reference) => Object.assign(debit.structuredRemittanceInfo, reference))));
console.log("texts of another creditor:", told(file("Second Club", () => {})));
console.log("elements:", apart[0]);
JS
seen=$(node try.js)
expected='texts: First Club 0, First Club 1, First Club 2
an object each: reference RF18539007547034, reference RF712348231, reference RF45G72UUR
texts again: First Club 0, First Club 1, First Club 2
field by field: reference RF45G72UUR, reference RF45G72UUR, reference RF45G72UUR
texts of another creditor: reference RF45G72UUR, reference RF45G72UUR, reference RF45G72UUR
elements: <Strd><CdtrRefInf><Tp><CdorPrtry><Cd>SCOR</Cd><Issr>ISO</Issr><Ref>RF18539007547034</Ref></CdorPrtry></Tp></CdtrRefInf></Strd>'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }

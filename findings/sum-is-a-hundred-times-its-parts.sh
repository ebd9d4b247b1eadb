#!/usr/bin/env bash
# Where 12,50 is written with a comma, programs write it so into QIF files too: GnuCash for Android and Microsoft Money do. qif2json takes the
# comma out of the amount of an entry, and cuts the amounts of its parts there.
#
# Package: qif2json 0.4.0; ofx-data-extractor 1.5.0 reads the same amounts as OFX beside it; seen on 2026-11-30.
# Input: entries of a bank account with the amounts as such programs write them (T), and one of 100,50 split into a fee of 60,25 and
# a course of 40,25 (S and $). No line of QIF names the decimal mark, and the package has no option for it.
# Guess beforehand: 12.50, or something that is no number; and parts that add up to their entry.
# Behaviour: 12,50 becomes 1250 and 12,5 becomes 125: a hundred or ten times, depending on the zero. 1 234,50 becomes 1, and 1.234,50
# becomes 1.2345. The split entry is 10050, its parts are 60 and 40. ofx-data-extractor reads 12,50 as 12.5. Nothing is reported, and
# each is a number like any other.
# For this project: amounts are read with the comma and with the point, and one that fits neither is refused (`read-amount.ts`). Payments that
# a partner took from such a file are a hundred times what was paid, and no invoice has their sum.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent qif2json@0.4.0 ofx-data-extractor@1.5.0
cat > try.js <<'JS'
const { Ofx } = require("ofx-data-extractor");
const { parse } = require("qif2json");
const qif = (lines) => parse(["!Type:Bank", "D30/11/2026", ...lines, "PAnna Muster", "^", ""].join("\n"), { dateFormat: "DD-MM-YYYY" }).transactions[0];
const ofx = (amount) => {
  const file = ["OFXHEADER:100", "DATA:OFXSGML", "VERSION:102", "SECURITY:NONE", "ENCODING:USASCII", "CHARSET:1252", "COMPRESSION:NONE",
    "OLDFILEUID:NONE", "NEWFILEUID:NONE", "", "<OFX>", "<BANKMSGSRSV1>", "<STMTTRNRS>", "<TRNUID>1", "<STATUS>", "<CODE>0", "<SEVERITY>INFO", "</STATUS>",
    "<STMTRS>", "<CURDEF>EUR", "<BANKACCTFROM>", "<BANKID>12030000", "<ACCTID>0000202051", "<ACCTTYPE>CHECKING", "</BANKACCTFROM>", "<BANKTRANLIST>",
    "<DTSTART>20261101", "<DTEND>20261130", "<STMTTRN>", "<TRNTYPE>CREDIT", "<DTPOSTED>20261130", `<TRNAMT>${amount}`, "<FITID>1", "<NAME>Anna Muster",
    "<MEMO>Fee", "</STMTTRN>", "</BANKTRANLIST>", "<LEDGERBAL>", "<BALAMT>0.00", "<DTASOF>20261130", "</LEDGERBAL>", "</STMTRS>", "</STMTTRNRS>",
    "</BANKMSGSRSV1>", "</OFX>", ""];
  return new Ofx(file.join("\n"), { nativeTypes: true }).getBankTransferList()[0].TRNAMT;
};
for (const amount of ["12.50", "1,234.50", "12,50", "-12,50", "12,5", "1234,50", "1 234,50", "1.234,50"]) {
  const { date, amount: read } = qif([`T${amount}`]);
  console.log(`${date.slice(0, 10)} ${amount}: qif2json ${read}${amount.includes(" ") || /[.,].*[.,]/.test(amount) ? "" : `, as OFX ${ofx(amount)}`}`);
}
const { amount, division } = qif(["T100,50", "SFee", "$60,25", "SCourse", "$40,25"]);
console.log(`100,50 of 60,25 and 40,25: qif2json ${amount} of ${division.map((part) => part.amount).join(" and ")}`);
JS
seen=$(node try.js)
expected='2026-11-30 12.50: qif2json 12.5, as OFX 12.5
2026-11-30 1,234.50: qif2json 1234.5
2026-11-30 12,50: qif2json 1250, as OFX 12.5
2026-11-30 -12,50: qif2json -1250, as OFX -12.5
2026-11-30 12,5: qif2json 125, as OFX 12.5
2026-11-30 1234,50: qif2json 123450, as OFX 1234.5
2026-11-30 1 234,50: qif2json 1
2026-11-30 1.234,50: qif2json 1.2345
100,50 of 60,25 and 40,25: qif2json 10050 of 60 and 40'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }

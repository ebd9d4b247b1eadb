#!/usr/bin/env bash
# OFX: & in a name is written &amp;. Three readers of the same bank file give three names of one payer.
#
# Packages: ofx-js 1.1.1, ofx-data-extractor 1.5.0, node-ofx-parser 0.5.1; seen on 2026-11-28.
# Input: an OFX 1.02 file of one credit of 119.00 by "Müller &amp; Söhne", and one by "A &lt; B".
# Guess beforehand: Müller & Söhne and A < B in all three.
# Behaviour: ofx-js alone gives that. ofx-data-extractor leaves the entity as it stands, node-ofx-parser escapes it twice more, so the name
# has "&amp;amp;amp;". One payer is three people to a rule by name, and two of them agree with no invoice.
# For this project: OFX is not read, and names of camt are decoded by a parser of XML before they are compared (`plain-letters.ts`). A list of
# payers that was made by way of OFX must not be trusted to spell a business with &.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent ofx-js@1.1.1 ofx-data-extractor@1.5.0 node-ofx-parser@0.5.1
cat > try.js <<'JS'
const { Ofx } = require("ofx-data-extractor");
const { parse } = require("ofx-js");
const nodeOfx = require("node-ofx-parser");
const lines = (text) => `${text.split(" ").join("\n")}\n`;
const entry = (id, name) => lines(`<STMTTRN> <TRNTYPE>CREDIT <DTPOSTED>20261102 <TRNAMT>119.00 <FITID>${id} <NAME>`).trimEnd() + name +
  lines(" <MEMO>Membership </STMTTRN>");
const file = lines("OFXHEADER:100 DATA:OFXSGML VERSION:102 SECURITY:NONE ENCODING:USASCII CHARSET:1252 COMPRESSION:NONE OLDFILEUID:NONE NEWFILEUID:NONE ") +
  lines("<OFX> <BANKMSGSRSV1> <STMTTRNRS> <TRNUID>1 <STATUS> <CODE>0 <SEVERITY>INFO </STATUS> <STMTRS> <CURDEF>EUR <BANKACCTFROM>") +
  lines("<BANKID>12030000 <ACCTID>0000202051 <ACCTTYPE>CHECKING </BANKACCTFROM> <BANKTRANLIST> <DTSTART>20261101 <DTEND>20261103") +
  entry(1, "Müller &amp; Söhne") + entry(2, "A &lt; B") +
  lines("</BANKTRANLIST> <LEDGERBAL> <BALAMT>238.00 <DTASOF>20261103 </LEDGERBAL> </STMTRS> </STMTTRNRS> </BANKMSGSRSV1> </OFX>");
const names = ({ OFX }) => OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS.BANKTRANLIST.STMTTRN.map(({ NAME }) => NAME).join(" | ");
(async () => {
  console.log("ofx-js:", names(await parse(file)));
  console.log("ofx-data-extractor:", new Ofx(file).getBankTransferList().map(({ NAME }) => NAME).join(" | "));
  console.log("node-ofx-parser:", names(nodeOfx.parse(file)));
})();
JS
seen=$(node try.js)
expected='ofx-js: Müller & Söhne | A < B
ofx-data-extractor: Müller &amp; Söhne | A &lt; B
node-ofx-parser: Müller &amp;amp;amp; Söhne | A &amp;amp;lt; B'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }

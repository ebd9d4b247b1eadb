#!/usr/bin/env bash
# camt.053: amounts are decimal text. iso20022.js gives them in minor units, as numbers that are no whole cents.
#
# Package: iso20022.js 0.0.15; seen on 2026-11-27.
# Input: booked entries of 0.29, 4.35, 8.20 and 5.00 EUR.
# Guess beforehand: 29, 435, 820 and 500, because the type speaks of the smallest unit.
# Behaviour: the text becomes a floating-point number and is multiplied by 100: 28.999999999999996, 434.99999999999994, 819.9999999999999, 500. Compared
# with an invoice's 435 cents, or cut to an integer column, the payment is a cent short.
# For this project: amounts are read as text, digit by digit (`server/domain/formats/read-amount.ts`), never by way of a floating-point number.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent iso20022.js@0.0.15
cat > try.mjs <<'JS'
// The package's default file for require is a CommonJS file inside a module package: only its .mjs loads.
import { CashManagementEndOfDayReport } from "./node_modules/iso20022.js/dist/index.mjs";
const statement = (entries) => `<?xml version="1.0"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-03T06:00:00</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><ElctrncSeqNb>1</ElctrncSeqNb><CreDtTm>2026-11-03T06:00:00</CreDtTm><FrToDt><FrDtTm>2026-11-02T00:00:00</FrDtTm><ToDtTm>2026-11-02T23:59:59</ToDtTm></FrToDt>
<Acct><Id><IBAN>DE02120300000000202051</IBAN></Id><Ccy>EUR</Ccy><Svcr><FinInstnId><BIC>BYLADEM1001</BIC></FinInstnId></Svcr></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-02</Dt></Dt></Bal>
${entries}</Stmt></BkToCstmrStmt></Document>`;
const entry = (amount, direction, more = "", details = "") => `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${more}<Sts>BOOK</Sts>
<BookgDt><Dt>2026-11-02</Dt></BookgDt><ValDt><Dt>2026-11-02</Dt></ValDt><AcctSvcrRef>R1</AcctSvcrRef>
<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>${details}</Ntry>`;
const read = (entries) => CashManagementEndOfDayReport.fromXML(statement(entries)).statements[0].entries;
console.log(read(["0.29", "4.35", "8.20", "5.00"].map((amount) => entry(amount, "CRDT")).join("")).map(({ amount }) => amount).join(" "));
JS
seen=$(node try.mjs)
expected='28.999999999999996 434.99999999999994 819.9999999999999 500'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }

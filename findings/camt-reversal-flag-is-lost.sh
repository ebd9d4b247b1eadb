#!/usr/bin/env bash
# camt.053: RvslInd says that an entry takes an earlier one back. iso20022.js reads the flag and says false for each entry.
#
# Package: iso20022.js 0.0.15; seen on 2026-11-27.
# Input: two debits of 10.00 EUR, one with <RvslInd>true</RvslInd> (a returned payment), one with <RvslInd>false</RvslInd>.
# Guess beforehand: `reversal` is true for the first.
# Behaviour: false for both. Its XML reader has made a boolean of the text before the package compares it with the word "true".
# For this project: a return is told by RvslInd, by its reason and by the bank's code; what another program exports through this package looks like an
# ordinary payment out, so the chargeback is missed.
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
console.log(read(["true", "false"].map((is) => entry("10.00", "DBIT", `<RvslInd>${is}</RvslInd>`)).join("")).map(({ reversal }) => reversal).join(" "));
JS
seen=$(node try.mjs)
expected='false false'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }

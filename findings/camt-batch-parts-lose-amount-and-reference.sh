#!/usr/bin/env bash
# camt.053: one entry can hold several payments, each with its amount, id and creditor reference. iso20022.js keeps how many there were.
#
# Package: iso20022.js 0.0.15; seen on 2026-11-27.
# Input: one entry of 30.00 EUR of two payments, 10.00 and 20.00, each with TxAmt, an EndToEndId and an RF reference.
# Guess beforehand: two transactions with their amounts, ids and references.
# Behaviour: two empty objects. Of a payment only MsgId, PmtInfId, AcctSvcrRef, parties and unstructured text are read. Both payments of a batch can only be
# told by the sum, so neither finds its invoice.
# For this project: parts are payments of their own if they add up to the entry (`payments-in-entry.ts`).
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
const part = (amount, reference) => `<TxDtls><Refs><EndToEndId>E${amount}</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls>
<RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`;
const parts = part("10.00", "RF18539007547034") + part("20.00", "RF712348231");
console.log(JSON.stringify(read(entry("30.00", "CRDT", "", `<NtryDtls>${parts}</NtryDtls>`))[0].transactions));
JS
seen=$(node try.mjs)
expected='[{},{}]'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }

#!/usr/bin/env bash
# pain.002: a bank answers PART if it refuses one of many payments. iso20022.js knows no PART: the report cannot be read, so the refusal is
# not seen.
#
# Package: iso20022.js 0.0.15; seen on 2026-11-28.
# Input: a pain.002.001.03 of one file. The group's status is ACCP, PART or PDNG. With PART, E1 is accepted and E2 refused with AC04.
# Guess beforehand: the status of the group, then E1 and E2 with their status, and AC04.
# Behaviour: PART and PDNG throw "Unknown status". The package's constants for them are ACCP, which means that the file was accepted, and
# PNDG, which is no code of ISO 20022. A caller who compares with `PartiallyAccepted` takes each accepted file for one with refusals, and
# never meets a real one.
# For this project: both statuses are known (`report-codes.ts`), a refused payment is owed again, and money has left only when the bank's
# statement shows it.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent iso20022.js@0.0.15
cat > try.mjs <<'JS'
// The package's default file for require is a CommonJS file inside a module package: only its .mjs loads.
import { PaymentStatusReport, StatusCode } from "./node_modules/iso20022.js/dist/index.mjs";
const report = (status, payments = "") => `<?xml version="1.0"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt>
<GrpHdr><MsgId>R1</MsgId><CreDtTm>2026-11-03T06:00:00</CreDtTm><InitgPty><Nm>Example Bank</Nm></InitgPty></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>M1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.03</OrgnlMsgNmId><GrpSts>${status}</GrpSts></OrgnlGrpInfAndSts>
${payments}</CstmrPmtStsRpt></Document>`;
const payment = (id, status, reason = "") => `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>${status}</TxSts>${reason}</TxInfAndSts>`;
const closed = "<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf>";
const both = `<OrgnlPmtInfAndSts><OrgnlPmtInfId>P1</OrgnlPmtInfId><PmtInfSts>PART</PmtInfSts>
${payment("E1", "ACCP")}${payment("E2", "RJCT", closed)}</OrgnlPmtInfAndSts>`;
for (const [status, payments] of [["ACCP"], ["PART", both], ["PDNG"]]) {
  try {
    console.log(status, "read as", PaymentStatusReport.fromXML(report(status, payments)).status);
  } catch (error) {
    console.log(status, "refused:", error.message);
  }
}
console.log("PartiallyAccepted", StatusCode.PartiallyAccepted, "Pending", StatusCode.Pending);
JS
seen=$(node try.mjs)
expected='ACCP read as ACCP
PART refused: Unknown status: PART
PDNG refused: Unknown status: PDNG
PartiallyAccepted ACCP Pending PNDG'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }

import { amountIn, element } from "@/server/domain/banking/pain-elements";

/** A bank's report about a file of direct debits. */
export interface PainReport {
  messageId: string;
  day: string;
  /** Message id of the file. */
  fileMessageId: string;
  acceptedCount: number;
  /** Reason for which the bank refuses the whole file; absent: it does not. */
  refusedBecause?: string;
  /** Rejected debits with their batch and reason. Amounts in cents. */
  rejected: readonly { batchId: string; endToEndId: string; amountCents: number; code: string }[];
}

/**
 * Writes a payment status report about a file of direct debits (pain.002.001.10): accepted, accepted in part, with all of its debits rejected one
 * by one, or refused as a whole. The time in the file is 9:00 of its day.
 */
export function writeReport({ messageId, day, fileMessageId, acceptedCount, refusedBecause, rejected }: PainReport): string {
  const isAccepted = rejected.length === 0 && refusedBecause === undefined;
  const acceptedInPart = acceptedCount > 0 && refusedBecause === undefined ? "PART" : "RJCT";
  const fileReason = refusedBecause === undefined ? "" : reasonElement(refusedBecause);
  const batches = Map.groupBy(rejected, ({ batchId }) => batchId);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>',
    `<GrpHdr>${element("MsgId", messageId)}${element("CreDtTm", `${day}T09:00:00`)}</GrpHdr>`,
    `<OrgnlGrpInfAndSts>${element("OrgnlMsgId", fileMessageId)}${element("OrgnlMsgNmId", "pain.008.001.08")}${element("GrpSts", isAccepted ? "ACCP" : acceptedInPart)}${fileReason}</OrgnlGrpInfAndSts>`,
    ...[...batches].map(
      ([batchId, ofBatch]) =>
        `<OrgnlPmtInfAndSts>${element("OrgnlPmtInfId", batchId)}\n${ofBatch.map(rejection).join("\n")}\n</OrgnlPmtInfAndSts>`,
    ),
    "</CstmrPmtStsRpt></Document>\n",
  ].join("\n");
}

function rejection({ endToEndId, amountCents, code }: PainReport["rejected"][number], index: number): string {
  const original = `<OrgnlTxRef><Amt><InstdAmt Ccy="EUR">${amountIn(amountCents)}</InstdAmt></Amt></OrgnlTxRef>`;
  return `<TxInfAndSts>${element("StsId", String(index + 1))}${element("OrgnlEndToEndId", endToEndId)}${element("TxSts", "RJCT")}${reasonElement(code)}${original}</TxInfAndSts>`;
}

function reasonElement(code: string): string {
  return `<StsRsnInf><Rsn>${element("Cd", code)}</Rsn></StsRsnInf>`;
}

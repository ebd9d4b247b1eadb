import type { BankReport, BankVerdict, ReportedPart, ReportedPayment } from "@/server/bank/refund-files/bank-report";
import { MOST_IN_PAIN_FILE } from "@/server/domain/banking/pain-elements";
import { meaningOfStatus } from "@/server/domain/banking/report-codes";
import { type Place, readCents, readDay } from "../read-values";
import { StatementRefusal } from "../statement";

/** Maximum number of characters of an id or a code that are kept. */
const LONGEST_ID = 70;
/** Maximum number of characters of a reason's text that are kept. */
const LONGEST_REASON = 280;
/** Length of the pieces into which banks cut long texts, in characters. */
const PIECE_LENGTH = 105;

/** Names of the message. In its first versions, the message was named for its version. */
const NAMES = /^(CstmrPmtStsRpt(V\d\d)?|pain\.002\.001\.\d\d)$/;

/** Whether an element is a bank's report about a file of payments. */
export function isReport(name: string): boolean {
  return NAMES.test(name);
}

/** A status and reason, while they are read. */
interface OpenVerdict {
  meaning: Pick<BankVerdict, "status" | "nameCheck"> | null;
  codes: string[];
  texts: string[];
}

/**
 * Reads pain.002 of any version from the elements of its message. An element is named by its path within the message, such as
 * `OrgnlGrpInfAndSts/OrgnlMsgId`. Throws a `StatementRefusal`.
 */
export class ReportReader {
  private messageId = "";
  private saidAt = "";
  private fileId = "";
  private fileLine: number;
  private readonly whole = newVerdict();
  private readonly parts: (Omit<ReportedPart, "verdict" | "payments"> & { verdict: OpenVerdict; payments: OpenPayment[] })[] = [];
  private payment: OpenPayment | undefined;
  private count = 0;

  constructor(
    private readonly line: number,
    private readonly latestDay: string,
  ) {
    this.fileLine = line;
  }

  open(where: string, line: number): void {
    if (where === "OrgnlPmtInfAndSts") this.parts.push({ id: "", verdict: newVerdict(), payments: [] });
    if (where !== "OrgnlPmtInfAndSts/TxInfAndSts" && where !== "TxInfAndSts") return;
    // The first versions have payments outside of a part.
    if (where === "TxInfAndSts" && this.parts.length === 0) this.parts.push({ id: "", verdict: newVerdict(), payments: [] });
    this.count += 1;
    if (this.count > MOST_IN_PAIN_FILE) throw new StatementRefusal("too_many_payments", line, where, `${MOST_IN_PAIN_FILE}`);
    this.payment = { line, endToEndId: "", amountCents: null, verdict: newVerdict() };
    this.parts.at(-1)?.payments.push(this.payment);
  }

  read(where: string, text: string, place: Place): void {
    const inPayment = /^(?:OrgnlPmtInfAndSts\/)?TxInfAndSts\/(.*)$/.exec(where)?.[1];
    const part = this.parts.at(-1);
    if (inPayment !== undefined) {
      if (this.payment) readPayment(this.payment, inPayment, text, place);
    } else if (where.startsWith("OrgnlPmtInfAndSts/")) {
      if (part) readPart(part, where.slice("OrgnlPmtInfAndSts/".length), text, place);
    } else if (where.startsWith("OrgnlGrpInfAndSts/")) this.readFile(where.slice("OrgnlGrpInfAndSts/".length), text, place);
    else if (where === "GrpHdr/MsgId") this.messageId = text.slice(0, LONGEST_ID);
    else if (where === "GrpHdr/CreDtTm") this.saidAt = readMoment(text, this.latestDay, place);
  }

  /** Returns the report after its last element. Throws a `StatementRefusal` if its time or its file's id is missing. */
  finish(): BankReport {
    const { line, messageId, saidAt, fileId, fileLine } = this;
    const missing = (element: string) => new StatementRefusal("missing", line, "CstmrPmtStsRpt", element);
    if (saidAt === "") throw missing("GrpHdr/CreDtTm");
    if (fileId === "") throw missing("OrgnlGrpInfAndSts/OrgnlMsgId");
    const parts = this.parts.map(({ id, verdict, payments }) => ({
      id,
      verdict: closed(verdict),
      payments: payments.map((payment): ReportedPayment => ({ ...payment, verdict: closed(payment.verdict) })),
    }));
    return { line, messageId, saidAt, fileId, fileLine, verdict: closed(this.whole), parts };
  }

  private readFile(where: string, text: string, place: Place): void {
    if (where === "OrgnlMsgId") {
      this.fileId = text.slice(0, LONGEST_ID);
      this.fileLine = place.line;
    } else if (where === "GrpSts") readStatus(this.whole, text, place);
    else readReason(this.whole, where, text);
  }
}

type OpenPayment = Omit<ReportedPayment, "verdict"> & { verdict: OpenVerdict };

function readPayment(payment: OpenPayment, where: string, text: string, place: Place): void {
  if (where === "OrgnlEndToEndId") payment.endToEndId = text.slice(0, LONGEST_ID);
  else if (where === "TxSts") readStatus(payment.verdict, text, place);
  else if (where === "OrgnlTxRef/Amt/InstdAmt") payment.amountCents = readCents(text, place);
  else readReason(payment.verdict, where, text);
}

function readPart(part: { id: string; verdict: OpenVerdict }, where: string, text: string, place: Place): void {
  if (where === "OrgnlPmtInfId") part.id = text.slice(0, LONGEST_ID);
  else if (where === "PmtInfSts") readStatus(part.verdict, text, place);
  else readReason(part.verdict, where, text);
}

function newVerdict(): OpenVerdict {
  return { meaning: null, codes: [], texts: [] };
}

function readStatus(verdict: OpenVerdict, text: string, { line, element }: Place): void {
  const meaning = meaningOfStatus(text);
  if (!meaning) throw new StatementRefusal("not_known", line, element, text.slice(0, 40));
  verdict.meaning = meaning;
}

const REASON = /^StsRsnInf\/(?:Rsn|StsRsn)\/(?:Cd|Prtry)$/;
const REASON_TEXT = /^StsRsnInf\/(?:AddtlInf|AddtlStsRsnInf)$/;
/** Maximum number of texts that are kept of one verdict. */
const MOST_TEXTS = 10;

function readReason({ codes, texts }: OpenVerdict, where: string, text: string): void {
  if (text === "") return;
  if (REASON.test(where)) codes.push(text.slice(0, LONGEST_ID));
  if (REASON_TEXT.test(where) && texts.length < MOST_TEXTS) texts.push(text.slice(0, LONGEST_REASON));
}

/** Returns a verdict once all of its elements are read; null if it has no status. Pieces of a cut text are joined without a blank. */
function closed({ meaning, codes, texts }: OpenVerdict): BankVerdict | null {
  if (!meaning) return null;
  const joined = texts.reduce(
    (before, text, index) => before + (index > 0 && texts[index - 1]?.length !== PIECE_LENGTH ? " " : "") + text,
    "",
  );
  const reasonText = joined
    .replace(/[\p{Cc}\s]+/gu, " ")
    .slice(0, LONGEST_REASON)
    .trim();
  return { ...meaning, reasonCode: codes[0] ?? "", reasonText };
}

/** Reads a moment. Without an offset, it is the time that the bank's clock shows, and stays without one. */
function readMoment(text: string, latestDay: string, place: Place): string {
  readDay(text, latestDay, place);
  const [, wall = "", fraction = "", zone] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  const at = new Date(`${wall}${fraction.slice(0, 4)}${zone ?? "Z"}`);
  if (wall === "" || Number.isNaN(at.getTime())) throw new StatementRefusal("not_a_date", place.line, place.element, text.slice(0, 40));
  return zone === undefined ? at.toISOString().slice(0, -1) : at.toISOString();
}

/** A payment in a made-up report. */
export interface MadeReportedPayment {
  endToEndId: string;
  /** Status code; absent: none. */
  status?: string;
  reason?: string;
  /** Texts of the reason. */
  texts?: string[];
  /** Amount as the bank writes it. */
  amount?: string;
}

/** A made-up report of a bank about a file of payments (pain.002). */
export interface MadeReport {
  fileId: string;
  id?: string;
  saidAt?: string;
  /** Status code of the file; absent: none. */
  status?: string;
  reason?: string;
  /** Id of the file's part; absent: the file's id. Null: the report has no part. */
  partId?: string | null;
  partStatus?: string;
  payments?: MadeReportedPayment[];
}

/** How a bank writes its reports. */
export interface ReportStyle {
  name: string;
  version: string;
  prefix?: string;
  lineEnd?: string;
  hasBom?: boolean;
  /** Whether a business application header stands before the document. */
  hasHeader?: boolean;
  /** Whether the bank writes the ids in capitals. */
  isCapital?: boolean;
  /** Whether the report is of the first version: payments stand outside of a part, and reasons have other names. */
  isFirst?: boolean;
}

/** Ways in which banks of several countries write reports. */
export const reportStyles: ReportStyle[] = [
  { name: "German, version 3", version: "pain.002.001.03" },
  { name: "Dutch, with Windows line ends", version: "pain.002.001.03", lineEnd: "\r\n" },
  { name: "Swiss, with a byte-order mark", version: "pain.002.001.03.ch.02", hasBom: true, lineEnd: "\r\n" },
  { name: "Nordic, with a prefix and capitals", version: "pain.002.001.10", prefix: "ns2:", isCapital: true },
  { name: "in a business envelope", version: "pain.002.001.12", hasHeader: true },
  { name: "verification of payee", version: "pain.002.001.14", prefix: "p:", hasHeader: true, hasBom: true },
  { name: "of the first version", version: "pain.002.001.02", isFirst: true },
];

/** Returns the report as the bank writes it. */
export function reportFile(report: MadeReport, style: ReportStyle = { name: "", version: "pain.002.001.03" }): string {
  const { id = "R1", saidAt = "2026-11-26T09:15:00", partId = report.fileId, payments = [] } = report;
  const { prefix = "", version, lineEnd = "\n", isFirst = false } = style;
  const idOf = (text: string) => (style.isCapital ? text.toUpperCase() : text);
  const element = (name: string, ...contents: string[]) => `<${prefix}${name}>${contents.join(lineEnd)}</${prefix}${name}>`;
  const maybe = (name: string, text: string | undefined) => (text === undefined ? [] : [element(name, text)]);
  const reasonOf = (reason: string | undefined, texts: string[] = []) => {
    if (reason === undefined && texts.length === 0) return [];
    const code = reason?.length === 4 ? element("Cd", reason) : element("Prtry", reason ?? "");
    return [
      element(
        "StsRsnInf",
        element("Orgtr", element("Nm", "Musterbank")),
        ...(reason === undefined ? [] : [element(isFirst ? "StsRsn" : "Rsn", code)]),
        ...texts.map((text) => element(isFirst ? "AddtlStsRsnInf" : "AddtlInf", text)),
      ),
    ];
  };
  const told = payments.map(({ endToEndId, status, reason, texts, amount }) =>
    element(
      "TxInfAndSts",
      element("StsId", "1"),
      element("OrgnlEndToEndId", idOf(endToEndId)),
      ...maybe("TxSts", status),
      ...reasonOf(reason, texts),
      ...(amount === undefined
        ? []
        : [element("OrgnlTxRef", element("Amt", `<${prefix}InstdAmt Ccy="EUR">${amount}</${prefix}InstdAmt>`))]),
    ),
  );
  const part =
    partId === null || isFirst
      ? told
      : [element("OrgnlPmtInfAndSts", element("OrgnlPmtInfId", idOf(partId)), ...maybe("PmtInfSts", report.partStatus), ...told)];
  const message = element(
    isFirst ? version : "CstmrPmtStsRpt",
    element("GrpHdr", element("MsgId", id), element("CreDtTm", saidAt)),
    element(
      "OrgnlGrpInfAndSts",
      element("OrgnlMsgId", idOf(report.fileId)),
      element("OrgnlMsgNmId", "pain.001.001.09"),
      ...maybe("GrpSts", report.status),
      ...reasonOf(report.reason),
    ),
    ...part,
  );
  const attribute = prefix === "" ? "xmlns" : `xmlns:${prefix.slice(0, -1)}`;
  const document = `<${prefix}Document ${attribute}="urn:iso:std:iso:20022:tech:xsd:${version}">${message}</${prefix}Document>`;
  const header = `<AppHdr xmlns="urn:iso:std:iso:20022:tech:xsd:head.001.001.02"><BizMsgIdr>B1</BizMsgIdr><MsgDefIdr>${version}</MsgDefIdr></AppHdr>`;
  const whole = style.hasHeader ? `<BizMsg>${header}${lineEnd}${document}</BizMsg>` : document;
  return `${style.hasBom ? "\ufeff" : ""}<?xml version="1.0" encoding="UTF-8"?>${lineEnd}${whole}${lineEnd}`;
}

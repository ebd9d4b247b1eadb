/** A bank's status of a payment or a whole file. `executed`: the money has left. `partly`: some payments of a file are accepted. */
export type ReportStatus = "pending" | "accepted" | "partly" | "executed" | "rejected";

/** Result of comparing a payee's name and account. `unknown`: the payee's bank could not compare them. */
type NameCheck = "matched" | "close" | "different" | "unknown";

/** Meaning of a status code. Both null: the code says only that names of some payments were compared. */
export interface ReportMeaning {
  status: ReportStatus | null;
  nameCheck: NameCheck | null;
}

/** ISO 20022 status codes, divided by spaces. */
const statuses: Record<ReportStatus, string> = {
  pending: "RCVD PDNG PATC PRES",
  accepted: "ACTC ACCP ACSP ACWC ACWP ACFC ACPD ACIS",
  partly: "PART",
  executed: "ACSC ACCC",
  rejected: "RJCT CANC",
};

/** Codes of the verification of payee, as in the German banks' formats and EBICS. */
const nameChecks: Record<NameCheck, string> = { matched: "RCVC", close: "RVMC", different: "RVNM", unknown: "RVNA" };

const meanings = new Map<string, ReportMeaning>([
  ...Object.entries(statuses).flatMap(([status, codes]) =>
    codes.split(" ").map((code): [string, ReportMeaning] => [code, { status: status as ReportStatus, nameCheck: null }]),
  ),
  ...Object.entries(nameChecks).map(([check, code]): [string, ReportMeaning] => [code, { status: null, nameCheck: check as NameCheck }]),
  // Codes of a file: some names do not match, or not all of them are compared yet.
  ...["RVCM", "RVNC"].map((code): [string, ReportMeaning] => [code, { status: null, nameCheck: null }]),
]);

/** Returns the meaning of an ISO 20022 payment status code; undefined if it is not known. */
export function meaningOfStatus(code: string): ReportMeaning | undefined {
  return meanings.get(code);
}

/** Whether a rejection says that the bank got the same file or payment twice. The first one then counts, so the money is not owed again. */
export function isDuplicateReason(code: string): boolean {
  return reasonWordOf(code) === "duplicate";
}

/** Reasons of rejections and returns that the portal states in words, with their ISO 20022 codes. */
const reasonCodes = {
  account_wrong: "AC01 AC02 AC03 AC12",
  account_closed: "AC04 AC05 AC07",
  account_blocked: "AC06",
  account_unfit: "AC13 AC14 AG01 AG02 AG03",
  amount_refused: "AM01 AM02 AM03 AM06 AM09 AM11 AM12 AM14 AM21",
  no_cover: "AM04 AM07",
  sum_wrong: "AM10 AM18 AM19 AM20",
  duplicate: "AM05 DU01 DU02 DU03 DU04 DU05 DUPL",
  name_differs: "BE01",
  details_missing: "BE04 BE05 BE06 BE07 RR02 RR03 RR05",
  bank_unknown: "AGNT CNOR DNOR RC01 RC03 RC04 RC05 RC07 RC08 RC10 RC11",
  cancelled: "CUST DS02 FOCR MS01 MS02",
  not_signed: "DS01 DS03 DS04 DS05 DS08 DS0A DS0B DS0H TA01",
  day_refused: "CH03 CH04 DT01 DT02 DT06 TM01",
  not_settled: "ED05 AB01 AB05 AB06 AB08 TS01",
  format_wrong: "CH16 CH17 CH20 FF01 FF02 FF03 FF04 FF05 FF06 FF07",
  died: "MD07",
  not_authorised: "MD01 MD06",
  no_reason: "MS03",
  by_law: "RR01 RR04 RR06 RR07 RR08",
} as const;

export type ReasonWord = keyof typeof reasonCodes;

const reasonWords = new Map(
  Object.entries(reasonCodes).flatMap(([word, codes]) => codes.split(" ").map((code): [string, ReasonWord] => [code, word as ReasonWord])),
);

/** Returns the reason that a code stands for; undefined for other texts, such as the bank's own words. */
export function reasonWordOf(code: string): ReasonWord | undefined {
  return reasonWords.get(code);
}

/** Consequences of a reason for which a bank rejected or returned a direct debit. */
export interface DebitReason {
  /** Key of the words: `debitReasons` in components/translations. */
  word: DebitReasonWord;
  /** Whether the mandate ends, because no debit by it can succeed. */
  endsMandate: boolean;
  /** Whether a person may collect the same amount once more. Nothing is repeated by itself. */
  mayRepeat: boolean;
  /** Whether the payer may owe the chargeback fee. False where neither the payer nor their account caused the return. */
  isFeeAllowed: boolean;
}

interface ReasonRow extends Omit<DebitReason, "word"> {
  codes: string;
}

const ends = { endsMandate: true, mayRepeat: false };
const stays = { endsMandate: false, mayRepeat: false };
const repeatable = { endsMandate: false, mayRepeat: true };

/**
 * Reason codes of pain.002 and of returns in statements, by the ISO 20022 external code sets and the European Payments Council's guidance on
 * them (EPC173-14). German banks give `MS03` in place of codes that tell more about the payer, such as `AM04` and `MD07`.
 */
const rows = {
  account_wrong: { codes: "AC01 AC02", ...ends, isFeeAllowed: false },
  account_closed: { codes: "AC04 AC05", ...ends, isFeeAllowed: true },
  account_changed: { codes: "AC15", ...ends, isFeeAllowed: false },
  account_blocked: { codes: "AC06", ...ends, isFeeAllowed: true },
  account_unfit: { codes: "AC13 AC14 AG01", ...ends, isFeeAllowed: false },
  no_cover: { codes: "AM04 AM07", ...repeatable, isFeeAllowed: true },
  died: { codes: "MD07", ...ends, isFeeAllowed: false },
  no_mandate: { codes: "MD01", ...ends, isFeeAllowed: false },
  refund_wanted: { codes: "MD06", ...stays, isFeeAllowed: true },
  refused: { codes: "MS02 SL01 SL11 SL12 SL13 SL14", ...stays, isFeeAllowed: true },
  not_stated: { codes: "MS03 NARR", ...repeatable, isFeeAllowed: true },
  duplicate: { codes: "AM05 DU01 DU02 DU03 DU04 DU05 DUPL", ...stays, isFeeAllowed: false },
  not_due: { codes: "MD05", ...stays, isFeeAllowed: false },
  recalled: { codes: "CUST DS02 FOCR FRAD TECH", ...stays, isFeeAllowed: false },
  details_wrong: { codes: "AG02 BE01 BE04 BE05 BE06 BE07 FF05 MD02 RR01 RR02 RR03 RR04", ...repeatable, isFeeAllowed: false },
  amount_refused: { codes: "AM01 AM02 AM03 AM06 AM09 AM12", ...stays, isFeeAllowed: false },
  bank_unknown: { codes: "AGNT CNOR DNOR PY01 RC01 RC03 RC04 RC05 RC07 RC08 RC10 RC11", ...repeatable, isFeeAllowed: false },
  day_refused: { codes: "CH03 CH04 DT01 DT02 DT06 TM01", ...repeatable, isFeeAllowed: false },
  file_wrong: { codes: "AC03 AM10 AM18 AM19 AM20 CH16 CH17 CH20 FF01 FF02 FF03 FF04 FF06 FF07 MD03", ...repeatable, isFeeAllowed: false },
  not_settled: { codes: "AB01 AB05 AB06 AB08 ED05 ED06 TS01", ...repeatable, isFeeAllowed: false },
} as const satisfies Record<string, ReasonRow>;

export type DebitReasonWord = keyof typeof rows;

export const debitReasonWords = Object.keys(rows) as DebitReasonWord[];

const reasons = new Map(
  debitReasonWords.flatMap((word) => {
    const { codes, ...consequences } = rows[word];
    return codes.split(" ").map((code): [string, DebitReason] => [code, { word, ...consequences }]);
  }),
);

/** The reason may be any, such as that the payer wants a refund. */
const NOT_STATED: DebitReason = { word: "not_stated", endsMandate: false, mayRepeat: false, isFeeAllowed: true };

/** Reasons about the payer's account. */
const accountWords: ReadonlySet<DebitReasonWord> = new Set([
  "account_wrong",
  "account_closed",
  "account_changed",
  "account_blocked",
  "account_unfit",
]);

/** Reasons that only the payer, or the payer's account, can give. */
const payersWords: ReadonlySet<DebitReasonWord> = new Set([
  ...accountWords,
  ...(["no_cover", "died", "no_mandate", "refund_wanted", "refused", "not_due"] as const),
]);

/** Two letters, then letters or digits. A bank's own word has another shape, such as `RUECKGABE`. */
const CODE = /^[A-Z]{2}[A-Z0-9]{2}$/;

/**
 * Returns the consequences of a reason, in any case of letters. A bank that gives no code, or only a word of its own, has not stated a
 * reason. Undefined for a code that is not in the table: a person decides.
 */
export function debitReasonOf(code: string | null): DebitReason | undefined {
  const known = (code ?? "").trim().toUpperCase();
  return CODE.test(known) ? reasons.get(known) : NOT_STATED;
}

/** Whether a reason is about the payer, and not about the file or the bank's work. False for a reason that is not stated or not known. */
export function isPayersReason(code: string | null): boolean {
  const reason = debitReasonOf(code);
  return reason !== undefined && payersWords.has(reason.word);
}

/** Whether a reason is about the account that was debited. */
export function isAccountReason(code: string | null): boolean {
  const reason = debitReasonOf(code);
  return reason !== undefined && accountWords.has(reason.word);
}

/** Reasons about an account that no later debit changes. A blocked account may be free again, and banks give that reason for others. */
const lastingWords: ReadonlySet<DebitReasonWord> = new Set(["account_wrong", "account_closed", "account_changed", "account_unfit"]);

/**
 * Whether no debit from the account can succeed after one that failed for this reason. A consumer's account, which takes no business debits, can be
 * debited by a mandate of the other scheme.
 */
export function mayNeverBeDebited(code: string | null, scheme: "CORE" | "B2B" | null): boolean {
  const reason = debitReasonOf(code);
  return reason !== undefined && lastingWords.has(reason.word) && !(reason.word === "account_unfit" && scheme === "B2B");
}

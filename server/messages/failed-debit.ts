import { type SQL, sql } from "drizzle-orm";
import { payments } from "@/db/schema/payments";
import { type DebitReasonWord, debitReasonOf } from "@/server/domain/rules/debit-reasons";
import type { sayInMessage } from "./say-in-message";

/** The direct debit of a payment that was rejected or returned. */
export interface FailedDebit {
  /** Reason of the bank; null: none is stated. */
  reasonCode: string | null;
  /** Day of the collection, such as `2026-11-20`. */
  collectOn: string;
  /** Sum that the bank was asked to collect, in cents, other invoices included. */
  wholeCents: number;
  /** Account that was to be debited; null: it is not known any more. */
  iban: string | null;
  mandateReference: string | null;
  /** Whether the mandate has ended since, so that nothing more is collected by it. */
  isMandateEnded: boolean;
}

/** SQL for the direct debit of a payment; null: there is none. The statement must contain `payments`. */
export const debitOfPayment: SQL<FailedDebit | null> = sql<FailedDebit | null>`(select json_build_object('reasonCode', d.reason_code,
    'collectOn', d.collect_on, 'wholeCents', coalesce(d.file_cents, d.amount_cents), 'iban', coalesce(d.iban, m.iban),
    'mandateReference', coalesce(d.mandate_reference, m.reference), 'isMandateEnded', m.ended_at is not null)
  from debits d left join mandates m on m.partner_id = d.partner_id and m.id = d.mandate_id
  where d.partner_id = ${payments.partnerId} and d.id = ${payments.debitId})`;

/** Reasons for a failed direct debit that a mail states. The others do not concern the payer, or are better told by their bank. */
const toldReasons = [
  "account_wrong",
  "account_closed",
  "account_changed",
  "account_blocked",
  "account_unfit",
  "no_cover",
  "no_mandate",
  "refused",
] as const satisfies readonly DebitReasonWord[];

/** Returns the reason for a failed direct debit as its payer is told it; undefined: none is stated, or it is not told. */
export function toldReasonOf(code: string | null | undefined): (typeof toldReasons)[number] | undefined {
  const word = code ? debitReasonOf(code)?.word : undefined;
  return toldReasons.find((told) => told === word);
}

type Writing = { say: (typeof sayInMessage)["en"]; money: (cents: number) => string };

/** States the bank's reason for rejecting or returning a direct debit; empty if there is none, or it is not told. */
export function reasonOfDebit({ say }: Pick<Writing, "say">, debit: FailedDebit | null | undefined): string {
  const reason = toldReasonOf(debit?.reasonCode);
  return reason ? say("debitReason", { reason }) : "";
}

/** Names the account of a direct debit that the bank did not carry out, the bank's reason, and the end of the mandate. */
export function wordsOnDebit(writing: Pick<Writing, "say">, debit: FailedDebit | null | undefined): string[] {
  const account = debit?.iban ? writing.say("debit.from", { iban: debit.iban.slice(-4) }) : "";
  return [account, reasonOfDebit(writing, debit), endOfMandate(writing, debit)];
}

/** Returns the whole sum of a direct debit for several invoices, formatted; `none`: the debit was for one, whose part is `amountCents`. */
export function wholeOfDebit({ money }: Pick<Writing, "money">, debit: FailedDebit | null | undefined, amountCents: number): string {
  return debit && debit.wholeCents > amountCents ? money(debit.wholeCents) : "none";
}

/** States that the mandate has ended; empty while it goes on. */
export function endOfMandate(
  { say }: Pick<Writing, "say">,
  debit: Pick<FailedDebit, "isMandateEnded" | "mandateReference"> | null | undefined,
): string {
  return debit?.isMandateEnded && debit.mandateReference ? say("debit.mandateEnded", { reference: debit.mandateReference }) : "";
}

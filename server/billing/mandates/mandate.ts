import type { mandates } from "@/db/schema/mandates";
import { type MandateState, mandateState } from "@/server/domain/rules/mandate-state";

type MandateRow = typeof mandates.$inferSelect;

/** A mandate with its state on the partner's current day. */
export type Mandate = Omit<MandateRow, "partnerId" | "recordedOrder" | "expiryToldOn" | "takenOverOn"> & { state: MandateState };

export function asMandate(
  { partnerId: _, recordedOrder: __, expiryToldOn: ___, takenOverOn: ____, ...row }: MandateRow,
  today: string,
): Mandate {
  return { ...row, state: mandateState(row, today) };
}

/** Returns the payer's e-mail address; null: the mandate is for one invoice of a payer without an address. */
export function emailOfMandate({ customerKey, invoiceId }: Pick<Mandate, "customerKey" | "invoiceId">): string | null {
  return invoiceId === null ? customerKey : null;
}

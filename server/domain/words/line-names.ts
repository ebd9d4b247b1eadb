import { type LineType, lineTypes } from "@/server/domain/rules/line-types";

/**
 * Names of lines for people. A CHARGEBACK-LINE of the interface has three meanings: the bank took a payment back, the company gave money
 * back (`refund`), or a wrong booking was undone (`undone`).
 */
export const lineNames = [...lineTypes, "refund", "undone"] as const;

export type LineName = (typeof lineNames)[number];

/** Lines of an invoice that people call something else than their type. */
export interface MisnamedLines {
  /** Lines for refunds. */
  refundLineIds: string[];
  /** Lines that undo a booking, with the person who undid it; null if no longer known. */
  undoneLines: { id: string; byName: string | null }[];
}

export function lineNameOf({ id, type }: { id: string; type: LineType }, { refundLineIds, undoneLines }: MisnamedLines): LineName {
  if (refundLineIds.includes(id)) return "refund";
  return undoneLines.some((undone) => undone.id === id) ? "undone" : type;
}

/**
 * Returns the person who undid the booking that this line reverses. Undefined if the line reverses none, or the person is no longer known.
 */
export function undoneBy({ id }: { id: string }, { undoneLines }: MisnamedLines): string | undefined {
  return undoneLines.find((undone) => undone.id === id)?.byName ?? undefined;
}

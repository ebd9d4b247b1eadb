import { type LineType, lineTypes } from "@/server/domain/rules/line-types";

/**
 * Lines by what happened, for people. The interface's CHARGEBACK-LINE stands for three things: the bank took a payment back, the company gave
 * money back (`refund`), or a booking that was a mistake was undone (`undone`).
 */
export const lineNames = [...lineTypes, "refund", "undone"] as const;

export type LineName = (typeof lineNames)[number];

/** Lines of an invoice that are not what their type says. */
export interface MisnamedLines {
  /** The lines by which money went back to the customer. */
  refundLineIds: string[];
  /** The lines that took off a booking, with the person who undid it; null: no longer known. */
  undoneLines: { id: string; byName: string | null }[];
}

export function lineNameOf({ id, type }: { id: string; type: LineType }, { refundLineIds, undoneLines }: MisnamedLines): LineName {
  if (refundLineIds.includes(id)) return "refund";
  return undoneLines.some((undone) => undone.id === id) ? "undone" : type;
}

/** The person who undid the booking that a line took off; undefined: it took off none, or nobody knows. */
export function undoneBy({ id }: { id: string }, { undoneLines }: MisnamedLines): string | undefined {
  return undoneLines.find((undone) => undone.id === id)?.byName ?? undefined;
}

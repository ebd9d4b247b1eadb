import type { MatchReason } from "@/server/bank/payments/rank-candidates";

/**
 * Returns the reasons of an offer as they are shown. Those of several invoices are pooled: if the payment names some customers and not the
 * others, one reason says so in place of two that contradict each other.
 */
export function shownReasons(reasons: readonly MatchReason[]): (MatchReason | "some_names")[] {
  const isName = (reason: MatchReason) => reason === "name" || reason === "last_name";
  if (!reasons.includes("other_name") || !reasons.some(isName)) return [...reasons];
  return reasons.flatMap((reason) => {
    if (isName(reason)) return [];
    return reason === "other_name" ? ["some_names" as const] : [reason];
  });
}

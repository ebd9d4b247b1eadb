import type { PartOfPlan } from "@/server/billing/debits/debits-of-plan";

/** A plan of instalments, as `RunningPlan` has it. */
interface Debited {
  parts: readonly { number: number; openCents: number; dueOn: string }[];
  debits: readonly PartOfPlan[];
}

/**
 * Returns what is open of instalments beyond what their direct debits collect, such as an amount that was added, with its day: the customer pays
 * it. Leaves out instalments that no debit collects. In cents.
 */
export function beyondDebits({ parts, debits }: Debited): { cents: number; dueOn: string }[] {
  return parts.flatMap((part) => {
    const cents = part.openCents - (debitedCents(debits, part) ?? part.openCents);
    return cents > 0 ? [{ cents, dueOn: part.dueOn }] : [];
  });
}

/** Returns the instalment that is to be paid next if no direct debit collects it, so that the customer pays it; undefined: a debit does. */
export function nextWithoutDebit<Part extends { number: number; openCents: number }>(divided: {
  next: Part;
  debits: readonly PartOfPlan[];
}): Part | undefined {
  const { next, debits } = divided;
  return next.openCents > 0 && debitedCents(debits, next) === undefined ? next : undefined;
}

/** Returns the cents that a direct debit will collect of a part, without an amount that came on top; undefined if none collects it. */
export function debitedCents(debits: Debited["debits"], { number, openCents }: { number: number; openCents: number }): number | undefined {
  const debit = debits.find(({ instalment }) => instalment.number === number);
  return debit?.status === "scheduled" ? Math.min(debit.amountCents, openCents) : debit?.amountCents;
}

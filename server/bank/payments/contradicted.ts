/** A candidate as `rankCandidates` (rank-candidates.ts) weighs it. */
interface Weighed {
  reasons: readonly string[];
  score: number;
}

/** Reasons by which the payer fits. */
const OF_PAYER: readonly string[] = ["known_payer", "direct_debit_account", "email", "name"];
const OF_AMOUNT: readonly string[] = ["amount", "amount_of_several"];
const UNPAYABLE: readonly string[] = ["nothing_outstanding", "retracted", "other_currency"];

const hasAny = ({ reasons }: Pick<Weighed, "reasons">, wanted: readonly string[]) => reasons.some((reason) => wanted.includes(reason));

/**
 * Whether neither amount nor payer fits a candidate that a reference names. The payer may have copied somebody else's reference; an invoice of
 * the payer's own then fits amount and payer.
 */
export function mayBeContradicted(candidate: Pick<Weighed, "reasons">): boolean {
  return candidate.reasons.includes("reference") && !hasAny(candidate, [...OF_AMOUNT, ...OF_PAYER, "last_name"]);
}

/**
 * Lowers the scores of candidates that a reference names, but that fit neither amount nor payer, if an invoice that the reference does not name
 * fits both. A lowered candidate that can be paid counts as much as the fitting invoice, so that only a person can choose; a candidate that
 * cannot be paid counts less.
 */
export function weighAgainstFitting<Candidate extends Weighed>(
  candidates: readonly Candidate[],
): { candidates: Candidate[]; isContradicted: boolean } {
  const fitting = candidates.filter(
    (candidate) => !candidate.reasons.includes("reference") && candidate.reasons.includes("amount") && hasAny(candidate, OF_PAYER),
  );
  const best = Math.max(...fitting.map(({ score }) => score));
  const isContradicted = (candidate: Candidate) => fitting.length > 0 && mayBeContradicted(candidate);
  const weighed = candidates.map((candidate) => {
    const most = hasAny(candidate, UNPAYABLE) ? best - 1 : best;
    return isContradicted(candidate) && candidate.score > most ? { ...candidate, score: most } : candidate;
  });
  return { candidates: weighed, isContradicted: candidates.some(isContradicted) };
}

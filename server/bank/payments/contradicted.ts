/** A candidate as `rankCandidates` (rank-candidates.ts) weighs it. */
interface Weighed {
  reasons: readonly string[];
  score: number;
}

const OF_PAYER: readonly string[] = ["known_payer", "direct_debit_account", "email", "name"];
const OF_AMOUNT: readonly string[] = ["amount", "amount_of_several"];
const UNPAYABLE: readonly string[] = ["nothing_outstanding", "retracted", "other_currency"];

const hasAny = ({ reasons }: Pick<Weighed, "reasons">, wanted: readonly string[]) => reasons.some((reason) => wanted.includes(reason));

/**
 * Whether neither amount nor payer fits a candidate that a reference names. The payer may have copied somebody else's reference: then an
 * invoice of the payer's own fits both.
 */
export function mayBeContradicted(candidate: Pick<Weighed, "reasons">): boolean {
  return candidate.reasons.includes("reference") && !hasAny(candidate, [...OF_AMOUNT, ...OF_PAYER, "last_name"]);
}

/**
 * Returns the score of each candidate, once candidates by reference are weighed against an invoice that the reference does not name, but whose
 * outstanding amount and payer are those of the payment. One that can be paid then counts as much as that invoice, so that only a person can
 * choose; one that owes nothing counts less.
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

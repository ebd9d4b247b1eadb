/** The facts of an invoice that tell its payer, as in `PossibleInvoice`. */
interface PayersInvoice {
  email: string;
  home: string;
  householdId: string | null;
  isKnownPayer: boolean;
}

interface WithInvoice {
  parts: readonly { invoice: PayersInvoice }[];
}

/**
 * Groups candidates whose invoices one payer may pay together: those of one e-mail address, one home or one household, and those of
 * customers for whom the payment's account has paid before. A candidate may be in several groups.
 */
export function payersIn<Candidate extends WithInvoice>(candidates: readonly Candidate[]): Candidate[][] {
  const groups: Candidate[][] = [];
  const byEmail = new Map<string, Candidate[]>();
  const byHome = new Map<string, Candidate[]>();
  const byHousehold = new Map<string, Candidate[]>();
  const byPayer = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const [part] = candidate.parts;
    if (!part) continue;
    const { email, home, householdId, isKnownPayer } = part.invoice;
    add(byEmail, email, candidate);
    add(byHome, home, candidate);
    add(byHousehold, householdId ?? "", candidate);
    add(byPayer, isKnownPayer ? "known" : "", candidate);
  }
  return groups;

  /** Adds the candidate to the group of this key; to none if the key is empty, because the fact is unknown. */
  function add(byKey: Map<string, Candidate[]>, key: string, candidate: Candidate): void {
    const group = key === "" ? undefined : byKey.get(key);
    if (group) group.push(candidate);
    else if (key !== "") {
      const begun = [candidate];
      byKey.set(key, begun);
      groups.push(begun);
    }
  }
}

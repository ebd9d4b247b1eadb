/** An invoice with the facts by which `PossibleInvoice` tells its payer. */
interface PayersInvoice {
  email: string;
  home: string;
  householdId: string | null;
  isKnownPayer: boolean;
}

interface OfInvoice {
  parts: readonly { invoice: PayersInvoice }[];
}

/**
 * Groups candidates whose invoices one payer may pay together: those of one e-mail address, one home or one household, and those of known
 * payers. A candidate may be in several groups.
 */
export function payersIn<Candidate extends OfInvoice>(candidates: readonly Candidate[]): Candidate[][] {
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

  function add(known: Map<string, Candidate[]>, key: string, candidate: Candidate): void {
    const group = key === "" ? undefined : known.get(key);
    if (group) group.push(candidate);
    else if (key !== "") {
      const begun = [candidate];
      known.set(key, begun);
      groups.push(begun);
    }
  }
}

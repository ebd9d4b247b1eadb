import { mandateReferenceKey } from "@/server/domain/rules/mandate-state";
import type { Mandate } from "./mandate";
import { expiredBy, type MandateFault, type MandateOutcome, type NewMandate } from "./mandate-fields";

/** The payer of a mandate: the key of their invoices, and the invoice's id if that is the key. */
export type Payer = Pick<Mandate, "customerKey" | "invoiceId">;

/** A company's mandates by reference and by payer: the stored ones, and those of the same call that were taken before. */
export class KnownMandates {
  /** Expired mandates whose payers gave another one. */
  readonly replacedIds: string[] = [];
  private readonly byReference = new Map<string, Mandate>();
  private readonly byPayer = new Map<string, Mandate>();

  constructor(
    stored: readonly Mandate[],
    private readonly today: string,
  ) {
    for (const mandate of stored) this.add(mandate);
  }

  /** Takes a mandate, unless it is known or another one stands in its way. `make` returns the mandate to record. */
  take(given: NewMandate, payer: Payer, make: (given: NewMandate, payer: Payer) => Mandate): MandateOutcome {
    const known = this.byReference.get(mandateReferenceKey(given.reference));
    if (known) {
      if (!isSame(known, given, payer)) return refuse("reference", "mandate_reference_taken", known);
      return known.state === "valid" ? { mandate: known, isNew: false } : refuse("reference", "mandate_ended", known);
    }
    const expired = expiredBy(given, this.today);
    if (expired) return refuse(expired, "mandate_expired");
    const other = this.byPayer.get(payer.customerKey);
    if (other?.state === "valid") return refuse(payer.invoiceId ? "invoiceNumber" : "customerEmail", "mandate_exists", other);
    if (other) this.replacedIds.push(other.id);
    const mandate = make(given, payer);
    this.add(mandate);
    return { mandate, isNew: true };
  }

  private add(mandate: Mandate): void {
    this.byReference.set(mandateReferenceKey(mandate.reference), mandate);
    if (mandate.endedAt === null) this.byPayer.set(mandate.customerKey, mandate);
  }
}

function refuse(field: MandateFault["field"], code: MandateFault["code"], existing?: Mandate): MandateOutcome {
  return { faults: [{ field, code }], existingReference: existing?.reference ?? null };
}

/** Whether the payer signed this very mandate. The day of the last collection is not compared, because it moves on. */
function isSame(known: Mandate, given: NewMandate, { customerKey }: Payer): boolean {
  const facts = ({ holder, iban, signedOn, scheme, sequence, organization }: SignedFacts) =>
    JSON.stringify([holder, iban, signedOn, scheme, sequence, organization]);
  return known.customerKey === customerKey && facts(known) === facts(given);
}

type SignedFacts = Pick<NewMandate, "holder" | "iban" | "signedOn" | "scheme" | "sequence" | "organization">;

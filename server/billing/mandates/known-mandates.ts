import { mandateReferenceKey, mandateState } from "@/server/domain/rules/mandate-state";
import type { Mandate } from "./mandate";
import { expiredBy, type MandateFault, type MandateField, type MandateOutcome, type NewMandate } from "./mandate-fields";

/** The payer of a mandate: the key of their invoices, and the invoice's id if that is the key. */
export type Payer = Pick<Mandate, "customerKey" | "invoiceId">;

/** A company's mandates by reference and by payer: the stored ones, and those of the same call that were taken before. */
export class KnownMandates {
  /** Expired mandates whose payers gave another one. */
  readonly replacedIds: string[] = [];
  /** Later days of last collections, by mandate. */
  readonly extended = new Map<string, string>();
  private readonly byReference = new Map<string, Mandate>();
  private readonly byPayer = new Map<string, Mandate>();

  /** `usedIds`: mandates by which the service collects, and whose last collection it knows itself. */
  constructor(
    stored: readonly Mandate[],
    private readonly usedIds: ReadonlySet<string>,
    private readonly today: string,
  ) {
    for (const mandate of stored) this.add(mandate);
  }

  /** Takes a mandate, unless it is known or another one stands in its way. `make` returns the mandate to record. */
  take(given: NewMandate, payer: Payer, make: (given: NewMandate, payer: Payer) => Mandate): MandateOutcome {
    const known = this.byReference.get(mandateReferenceKey(given.reference));
    if (known) return this.takeAgain(known, given, payer);
    const expired = expiredBy(given, this.today);
    if (expired) return refuse(expired, "mandate_expired");
    const other = this.byPayer.get(payer.customerKey);
    if (other?.state === "valid") return refuse(payer.invoiceId ? "invoiceNumber" : "customerEmail", "mandate_exists", other);
    if (other) this.replacedIds.push(other.id);
    const mandate = make(given, payer);
    this.add(mandate);
    return { mandate, isNew: true, isExtended: false, ignored: [] };
  }

  /** Takes the day of a last collection that is later than the recorded one, which may make an expired mandate valid again. */
  private takeAgain(known: Mandate, given: NewMandate, payer: Payer): MandateOutcome {
    const differing = differingFields(known, given, payer);
    if (differing.length > 0) return refuse("reference", "mandate_reference_taken", known, differing);
    const { lastCollectedOn } = given;
    const isLater = lastCollectedOn !== null && lastCollectedOn > (known.lastCollectedOn ?? "");
    const isReplaced = this.replacedIds.includes(known.id);
    const isUsedUp = given.sequence === "one_off" || this.usedIds.has(known.id);
    const isExtended = isLater && known.endedAt === null && !isReplaced && !isUsedUp;
    const mandate: Mandate = isExtended ? { ...known, lastCollectedOn } : known;
    const state = mandateState(mandate, this.today);
    if (state !== "valid")
      return refuse("reference", state === "expired" && known.endedAt === null && !isReplaced ? "mandate_expired" : "mandate_ended", known);
    if (isExtended) {
      this.extended.set(known.id, lastCollectedOn);
      this.add({ ...mandate, state });
    }
    const ignored: MandateField[] = [
      ...(given.bic !== null && given.bic !== known.bic ? (["bic"] as const) : []),
      ...(lastCollectedOn !== null && lastCollectedOn !== mandate.lastCollectedOn ? (["lastCollectedOn"] as const) : []),
    ];
    return { mandate: { ...mandate, state }, isNew: false, isExtended, ignored };
  }

  private add(mandate: Mandate): void {
    this.byReference.set(mandateReferenceKey(mandate.reference), mandate);
    if (mandate.endedAt === null) this.byPayer.set(mandate.customerKey, mandate);
  }
}

function refuse(
  field: MandateField,
  code: MandateFault["code"],
  existing?: Mandate,
  differing: MandateField[] = [],
): Extract<MandateOutcome, { faults: unknown }> {
  return { faults: [{ field, code }], existingReference: existing?.reference ?? null, differing };
}

const signedFields = ["holder", "iban", "signedOn", "scheme", "organization", "sequence"] as const satisfies readonly MandateField[];

/** Returns the fields in which a mandate differs from the recorded one of the same reference: empty if the payer signed this very mandate. */
function differingFields(known: Mandate, given: NewMandate, { customerKey, invoiceId }: Payer): MandateField[] {
  const payer = known.customerKey === customerKey ? [] : [invoiceId ? ("invoiceNumber" as const) : ("customerEmail" as const)];
  return [...payer, ...signedFields.filter((name) => known[name] !== given[name])];
}

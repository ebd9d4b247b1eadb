import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { mandateAmendments } from "@/db/schema/mandate-amendments";
import { mandates } from "@/db/schema/mandates";
import { type Actor, identityOf } from "@/server/actor";
import { dayAt } from "@/server/domain/formats/calendar";
import type { AmendmentSource } from "@/server/domain/rules/mandate-state";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import { whereMandate } from "./find-mandate";
import { asMandate, type Mandate } from "./mandate";
import { type AccountFaults, type PayersAccount, readPayersAccount } from "./mandate-fields";
import { type MandateRecord, recordsOfMandates } from "./mandate-record";
import { tellAmended } from "./tell-amended";

/**
 * Records another account for a valid mandate, of which the payer told staff or a partner's system, and mails the payer (`tellAmended`). An
 * absent field stays as it is, but an absent BIC only for the same IBAN. Returns the faults of the account, or the mandate; the same account
 * changes nothing but the BIC. Throws `invalid_mandate_id`, and `mandate_ended` also if it has expired.
 */
export function amendMandate(
  db: Database,
  actor: Actor,
  mandateId: string,
  given: Partial<Record<keyof PayersAccount, unknown>>,
): Promise<{ mandate: MandateRecord } | { faults: AccountFaults }> {
  return transact(db, actor, async (tx) => {
    const [row] = await tx.select().from(mandates).where(whereMandate(actor, mandateId)).for("no key update");
    if (!row) throw new DomainError("invalid_mandate_id");
    const mandate = asMandate(row, dayAt(clock.now(actor)));
    if (mandate.state !== "valid") throw new DomainError("mandate_ended");
    const reading = readPayersAccount({ holder: given.holder ?? mandate.holder, iban: given.iban ?? mandate.iban, bic: given.bic });
    if ("faults" in reading) return reading;
    const { holder, iban } = reading.account;
    const bic = given.bic === undefined && iban === mandate.iban ? mandate.bic : reading.account.bic;
    const isSame = mandate.holder === holder && mandate.iban === iban;
    const amended = isSame
      ? await setBic(tx, actor, mandate, bic, "staff")
      : await amendLocked(tx, actor, mandate, { holder, iban, bic }, "staff");
    if (!isSame) await tellAmended(tx, actor, mandate, amended);
    return { mandate: only(await recordsOfMandates(tx, actor, [amended])) };
  });
}

/** Records the BIC of the account that a mandate is for, if it is another one. No file of debits tells of that. */
export async function setBic(tx: Database, actor: Actor, mandate: Mandate, bic: string | null, source: AmendmentSource): Promise<Mandate> {
  if (mandate.bic === bic) return mandate;
  await tx
    .update(mandates)
    .set({ bic })
    .where(and(eq(mandates.partnerId, actor.partnerId), eq(mandates.id, mandate.id)));
  await recordEvent(tx, actor, "mandate_amended", {
    about: `company:${mandate.companyId}`,
    after: { mandate: mandate.id, source },
  });
  return { ...mandate, bic };
}

/**
 * Gives a mandate another account, and keeps the former one: the next file of debits tells the bank. The caller has
 * found that the account is another one, and locked the mandate or its company.
 */
export async function amendLocked(
  tx: Database,
  actor: Actor,
  mandate: Mandate,
  { holder, iban, bic }: PayersAccount,
  source: AmendmentSource,
): Promise<Mandate> {
  const { partnerId } = actor;
  const now = clock.now(actor);
  await tx.insert(mandateAmendments).values({
    ...{ partnerId, id: newId(), mandateId: mandate.id, source, amendedAt: now },
    ...{ formerHolder: mandate.holder, formerIban: mandate.iban, amendedBy: identityOf(actor) },
  });
  const amended = await tx
    .update(mandates)
    .set({ holder, iban, bic })
    .where(and(eq(mandates.partnerId, partnerId), eq(mandates.id, mandate.id)))
    .returning();
  await recordEvent(tx, actor, "mandate_amended", { about: `company:${mandate.companyId}`, after: { mandate: mandate.id, source } });
  return asMandate(only(amended), dayAt(now));
}

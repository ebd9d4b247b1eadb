import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { factors, recoveryCodes } from "@/db/schema/factors";
import { DomainError } from "@/server/errors";
import { asPerson, recordEvent } from "@/server/platform/audit/record-event";
import { enqueueMail } from "@/server/platform/mail/enqueue-mail";
import { sendMailsSoon } from "@/server/platform/mail/send-mails-soon";
import type { Person } from "@/server/tenancy/people/person";
import { forgottenLink } from "@/server/tenancy/people/token";
import { findFactors } from "./factor";
import { missingStep } from "./missing-step";

/**
 * Removes one of the person's factors; the recovery codes go with the last one. Throws `invalid_factor_id`, and `factor_compulsory` if the
 * person would have to set one up again at once.
 */
export async function removeFactor(db: Database, person: Person, factorId: string): Promise<void> {
  const { id: userId, locale } = person;
  await db.transaction(async (tx) => {
    const own = await findFactors(tx, userId);
    const removed = own.find(({ id }) => id === factorId);
    if (!removed) throw new DomainError("invalid_factor_id");
    const isLast = own.length === 1;
    if (isLast && missingStep({ ...person, hasFactor: false })) throw new DomainError("factor_compulsory");
    await tx.delete(factors).where(and(eq(factors.userId, userId), eq(factors.id, factorId)));
    if (isLast) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    await recordEvent(tx, asPerson(person), "factor_removed", { about: `person:${userId}`, before: { factor: removed.kind } });
    await enqueueMail(tx, userId, locale, "factorRemoved", { factor: removed.name, link: forgottenLink() });
  });
  sendMailsSoon(db);
}

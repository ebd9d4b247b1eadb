import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { debitFiles } from "@/db/schema/debit-files";
import { type Debit, debits } from "@/db/schema/debits";
import { mandates } from "@/db/schema/mandates";
import { payments } from "@/db/schema/payments";
import { newId } from "@/server/platform/id";

/** Puts a planned debit into a file of its own, with the announced amount. Returns the file's id. */
export async function givenFileOf(debit: Debit): Promise<string> {
  const { partnerId, id: debitId, companyId, bankAccountId, amountCents } = debit;
  const id = newId();
  await db.transaction(async (tx) => {
    const [mandate] = await tx
      .select()
      .from(mandates)
      .where(and(eq(mandates.partnerId, partnerId), eq(mandates.id, debit.mandateId)));
    if (!mandate) throw new Error("The debit has no mandate");
    await tx.insert(debitFiles).values({
      partnerId,
      id,
      companyId,
      bankAccountId,
      amountCents,
      debitsCount: 1,
      batchBooking: true,
      needsApproval: false,
      holder: "Rowing Club Northbank",
      iban: "DE02120300000000202051",
      creditorIdentifier: "DE98ZZZ09999999999",
      createdBy: "system",
      createdAt: new Date(),
    });
    await tx
      .update(debits)
      .set({
        status: "at_bank",
        fileId: id,
        fileCents: amountCents,
        sequenceType: "RCUR",
        text: "Season",
        holder: mandate.holder,
        iban: mandate.iban,
        scheme: mandate.scheme,
        mandateReference: mandate.reference,
        mandateSignedOn: mandate.signedOn,
      })
      .where(eq(debits.id, debitId));
    await tx
      .update(payments)
      .set({ status: "pending" })
      .where(and(eq(payments.debitId, debitId), eq(payments.status, "scheduled")));
  });
  return id;
}

import { asc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { debits } from "@/db/schema/debits";
import { mandates } from "@/db/schema/mandates";
import { partners } from "@/db/schema/partners";
import { payments } from "@/db/schema/payments";
import { getDebitFile } from "@/server/bank/debit-files/get-debit-file";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { bankDaysBefore } from "@/server/domain/banking/bank-days";
import { addDays, dayAt, daysFrom } from "@/server/domain/formats/calendar";
import { listBankAccounts } from "@/server/tenancy/bank-accounts/find-bank-accounts";
import { givenInstalments } from "./given-instalments";
import type { OfferedInstalments } from "./given-offered-instalments";
import { makeFiles } from "./given-planned-debit";
import { lookAtDesk, receivedFile } from "./given-statement";
import { camtFile, type MadeEntry } from "./statement-files";

/**
 * Creates the invoice of `givenInstalments` in an import that collects by direct debit, of a payer with a mandate. Returns it with the acts of
 * the company and its bank.
 */
export async function givenPartsByDebit(options: OfferedInstalments = {}) {
  const given = await givenInstalments({ mandate: {}, ...options });
  const { partner, company, invoice, email } = given;
  const debitsNow = () =>
    db
      .select({
        id: debits.id,
        status: debits.status,
        collectOn: debits.collectOn,
        endToEndId: debits.endToEndId,
        number: payments.instalmentNumber,
        cents: payments.amountCents,
        iban: debits.iban,
      })
      .from(debits)
      .innerJoin(payments, eq(payments.debitId, debits.id))
      .where(eq(debits.partnerId, partner.id))
      .orderBy(asc(debits.collectOn), asc(debits.createdAt));
  /** Returns the debit of a part. */
  const debitOf = async (number: number) => {
    const found = (await debitsNow()).find((each) => each.number === number);
    if (!found) throw new Error("The part has no debit");
    return found;
  };
  /** Returns the partner's actor at the time of the sandbox's clock. */
  const actorNow = async () => {
    const [found] = await db.select({ clockOffsetMs: partners.clockOffsetMs }).from(partners).where(eq(partners.id, partner.id));
    return { ...partner.actor, clockOffsetMs: found?.clockOffsetMs ?? 0 };
  };
  const goToDay = async (day: string) => {
    await given.jump(daysFrom(dayAt(new Date()), day));
    await given.collect({ kind: "mailbox" });
  };
  let statements = 0;
  let opening = 100_000;
  const told = async (entry: MadeEntry) => {
    statements += 1;
    const [account] = await listBankAccounts(db, partner.actor, company.id);
    const file = camtFile([{ iban: account?.current?.iban ?? "", entries: [entry], id: `S${statements}`, on: entry.on, opening }]);
    opening += entry.cents;
    await storeStatementFile(db, await actorNow(), { name: "statement.xml" }, receivedFile(file));
    await lookAtDesk(partner);
  };
  return {
    ...given,
    actorNow,
    debitsNow,
    debitOf,
    /** Returns the debits as texts, such as `1 planned 33.34`, with `whole` instead of the number for a debit of no part. */
    states: async () =>
      (await debitsNow()).map(({ number, status, cents }) => `${number ?? "whole"} ${status} ${(cents / 100).toFixed(2)}`),
    /** Moves the clock to so many days before the day of a part's debit, and does all that is due. */
    goTo: async (number: number, daysBefore: number) => goToDay(addDays((await debitOf(number)).collectOn, -daysBefore)),
    /** Moves the clock to the last day on which a file with a part's debit may be made at any hour, and does all that is due. */
    goToLastDayForFile: async (number: number) => goToDay(bankDaysBefore((await debitOf(number)).collectOn, 3, "target")),
    file: async () => {
      const actor = await actorNow();
      const ids = await makeFiles(actor, company);
      for (const id of ids) await getDebitFile(db, actor, id);
      return ids;
    },
    /** Lets the bank book the debit of a part on its day. */
    book: async (number: number) => {
      const { endToEndId, cents, iban, collectOn } = await debitOf(number);
      await told({ cents, on: collectOn, endToEndId, iban: iban ?? "", text: "Season" });
    },
    /** Lets the bank take back the debit of a part. */
    bounce: async (number: number, on: string) => {
      const { endToEndId, cents, iban } = await debitOf(number);
      await told({ cents: -cents, on, endToEndId, iban: iban ?? "", isReversal: true, returnReason: "AM04", text: "Return" });
    },
    mandate: async () => (await db.select().from(mandates).where(eq(mandates.customerKey, email)))[0],
    invoiceId: invoice.id,
  };
}

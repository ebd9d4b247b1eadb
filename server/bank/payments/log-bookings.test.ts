import { and, asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { securityEvents } from "@/db/schema/security-events";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import type { EventKind } from "@/server/domain/rules/event-kinds";
import { times } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany, givenBilled, receivedFile } from "@/server/testing/given-statement";
import { camtFile } from "@/server/testing/statement-files";
import { logBookings } from "./log-bookings";
import { matchNewTransactions } from "./match-new-transactions";

const eventsOf = (partnerId: string, kind: EventKind) =>
  db
    .select()
    .from(securityEvents)
    .where(and(eq(securityEvents.partnerId, partnerId), eq(securityEvents.kind, kind)))
    .orderBy(asc(securityEvents.id));

test("a stored file is logged with its sender, account, sums, number of entries and hash; the same file again is not", async () => {
  const { partner, company, iban, store } = await givenBankingCompany();
  const { actor } = await givenMember(partner);
  const file = receivedFile(camtFile([{ iban, entries: [{ cents: 1_500 }, { cents: -400 }, { cents: 250 }] }]));
  const stored = await storeStatementFile(db, actor, { name: "november.xml" }, file);
  await storeStatementFile(db, actor, { name: "again.xml" }, file);
  const events = await eventsOf(partner.id, "bank_statement_kept");
  expect(events).toMatchObject([{ actor: `person:${actor.id}`, about: `company:${company.id}` }]);
  expect(events[0]?.after).toEqual({
    statementFile: stored.id,
    name: "november.xml",
    sha256: file.sha256,
    accounts: [iban],
    currency: company.currency,
    creditedCents: 1_750,
    debitedCents: 400,
    entries: 3,
    newEntries: 3,
  });
  await store(camtFile([{ iban, id: "2", entries: [{ cents: 1_500 }, { cents: -400 }, { cents: 250 }, { cents: 1, text: "new" }] }]));
  expect((await eventsOf(partner.id, "bank_statement_kept"))[1]).toMatchObject({
    actor: "system",
    after: { newEntries: 1 },
  });
});

test("the service's own bookings are logged once, as one sum per file", async () => {
  const given = await givenBankingCompany();
  const billed = await Promise.all(times(3, () => givenBilled(given)));
  const stored = await given.told([...billed.map(({ reference }) => ({ cents: 1_000, reference })), { cents: 77, text: "nobody knows" }]);
  await matchNewTransactions(db, { scope: { partnerId: given.partner.id } });
  const events = await eventsOf(given.partner.id, "bank_payments_booked_unseen");
  expect(events).toMatchObject([
    {
      actor: "system",
      about: `company:${given.company.id}`,
      after: { statementFile: stored.id, payments: 3, amountCents: 3_000, currency: given.company.currency },
    },
  ]);
});

test("two processes that sum up at once log each payment once, also after an interrupted run", async () => {
  const given = await givenBankingCompany();
  const { reference } = await givenBilled(given);
  const scope = { partnerId: given.partner.id };
  const answers = [false];
  await given.store(
    camtFile([
      {
        iban: given.iban,
        entries: [
          { cents: 1_000, reference },
          { cents: 500, reference, text: "again" },
        ],
      },
    ]),
  );
  const breaking = matchNewTransactions(db, { scope, isStopping: () => answers.shift() ?? true });
  await Promise.all([breaking, logBookings(db, scope), logBookings(db, scope)]);
  await matchNewTransactions(db, { scope });
  const events = await eventsOf(given.partner.id, "bank_payments_booked_unseen");
  const sums = events.map(({ after }) => after?.amountCents as number);
  expect(sums.reduce((sum, cents) => sum + cents, 0)).toBe(1_500);
});

import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import { setAside } from "@/server/bank/payments/decide-transaction";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { times } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { mailsTo } from "@/server/testing/mails-to";
import { mailDesk } from "./mail-desk";

const noon = (day: string) => new Date(`${day}T11:00:00Z`);
const today = dayAt(new Date());

test("people who decide about money are mailed once a day while payments wait, with what those hold, and not otherwise", async () => {
  const given = await givenBankingCompany();
  const scope = { partnerId: given.partner.id };
  const { person } = await givenMember(given.partner, { accessLevel: "money" });
  const { person: reader } = await givenMember(given.partner, { accessLevel: "read" });
  const { person: quiet } = await givenMember(given.partner, { accessLevel: "money" });
  await db.update(users).set({ newsPace: "never" }).where(eq(users.id, quiet.id));
  expect(await mailDesk(db, { scope, now: noon(today) })).toBe(0);
  await givenBilled(given, { invoice: { customerFirstName: "Ilse", customerLastName: "Namerow", customerEmail: "ilse@members.example" } });
  await given.told([
    { cents: 4_500, name: "Ilse Namerow", text: "contribution", on: addDays(today, -1) },
    { cents: 700, name: "Stranger", text: "coffee", on: addDays(today, -1) },
  ]);
  const told = await Promise.all(times(4, () => mailDesk(db, { scope, now: noon(today) })));
  expect(told.reduce((sum, count) => sum + count, 0)).toBe(1);
  const [mail, ...others] = await mailsTo(person.email);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("Payments are waiting for your decision");
  expect(mail?.body).toContain("2 payments are waiting for a decision");
  expect(mail?.body).toContain("1 invoice is on hold because of this");
  expect(mail?.body).not.toMatch(/Namerow|20 working days/);
  expect([...(await mailsTo(reader.email)), ...(await mailsTo(quiet.email))]).toEqual([]);

  // Nobody is mailed before 7:00. A day later they are, and after 20 working days the mail asks for a decision.
  expect(await mailDesk(db, { scope, now: new Date(noon(addDays(today, 1)).getTime() - DAY_MS / 4) })).toBe(0);
  expect(await mailDesk(db, { scope, now: noon(addDays(today, 40)) })).toBe(1);
  expect((await mailsTo(person.email)).at(-1)?.body).toContain("more than 20 working days");

  for (const { id } of await given.transactions())
    await setAside(db, given.partner.actor, { transactionId: id, seenDecisions: 0 }, "noted");
  expect(await mailDesk(db, { scope, now: noon(addDays(today, 41)) })).toBe(0);
});

test("a person limited to some companies is not told of other companies' payments", async () => {
  const given = await givenBankingCompany();
  const other = await givenBankingCompany(given.partner);
  const { person } = await givenMember(given.partner, { accessLevel: "money", companyIds: [other.company.id] });
  await given.told([{ cents: 700, name: "Stranger", text: "coffee" }]);
  await mailDesk(db, { scope: { partnerId: given.partner.id }, now: noon(today) });
  expect(await mailsTo(person.email)).toEqual([]);
});

import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { limitChanges } from "@/db/schema/limit-changes";
import { partners } from "@/db/schema/partners";
import { securityEvents } from "@/db/schema/security-events";
import { DAY_MS, MINUTE_MS } from "@/server/domain/formats/time";
import { givenPartner, times } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { mailsTo } from "@/server/testing/mails-to";
import { describeSecondPersonRule, getSecondPersonRule } from "./second-person-rule";
import { confirmLimit, putDueLimitsInForce, setSecondPersonRule, withdrawLimit } from "./set-second-person-rule";

async function given({ isSandbox = false } = {}) {
  const partner = await givenPartner({ isSandbox });
  await db.update(partners).set({ secondPersonAboveCents: 10_000 }).where(eq(partners.id, partner.id));
  const [ana, ben] = await Promise.all([
    givenMember(partner, { role: "administrator" }),
    givenMember(partner, { role: "administrator", locale: "de" }),
  ]);
  const set = (aboveCents: number | null) => setSecondPersonRule(db, ana.actor, { aboveCents });
  const limit = async () => (await getSecondPersonRule(db, partner.actor)).aboveCents;
  const waiting = async () => (await describeSecondPersonRule(db, ben.actor)).waiting;
  const events = async () =>
    (await db.select().from(securityEvents).where(eq(securityEvents.partnerId, partner.id)).orderBy(securityEvents.id)).map(
      ({ kind, before, after }) => [kind, before?.aboveCents, after?.aboveCents],
    );
  const subjectsTo = async ({ person }: typeof ana) => (await mailsTo(person.email)).map(({ subject }) => subject);
  return { partner, ana, ben, set, limit, waiting, events, subjectsTo };
}

test("a lower limit, and the first one, take effect immediately", async () => {
  const { set, limit, waiting } = await given();
  expect(await set(5_000)).toBe("in_force");
  expect(await limit()).toBe(5_000);
  expect(await waiting()).toBeNull();
});

test.each([20_000, null])(
  "a limit raised to %s waits 24 hours, and is mailed to all administrators when it is asked for and when it counts",
  async (aboveCents) => {
    const { partner, ana, ben, set, limit, waiting, events, subjectsTo } = await given();
    expect(await set(aboveCents)).toBe("waits");
    expect(await limit()).toBe(10_000);
    expect(await waiting()).toMatchObject({ aboveCents, requesterName: ana.person.name, blocker: null });
    expect(await subjectsTo(ana)).toEqual(["The limit for a second person is about to be raised"]);
    expect(await subjectsTo(ben)).toEqual(["Die Grenze für eine zweite Person wird angehoben"]);

    const putInForce = (ms: number) => putDueLimitsInForce(db, { scope: { partnerId: partner.id }, now: new Date(Date.now() + ms) });
    await putInForce(DAY_MS - MINUTE_MS);
    expect(await limit()).toBe(10_000);
    await Promise.all(times(3, () => putInForce(DAY_MS + MINUTE_MS)));
    expect(await limit()).toBe(aboveCents);
    expect(await waiting()).toBeNull();
    expect((await subjectsTo(ana)).filter((subject) => subject === "The limit for a second person was raised")).toHaveLength(1);
    expect(await events()).toContainEqual(["second_person_rule_change_requested", 10_000, aboveCents]);
    expect((await events()).at(-1)).toEqual(["second_person_rule_changed", 10_000, aboveCents]);
  },
);

test("another administrator can confirm it immediately, and its author cannot", async () => {
  const { ana, ben, set, limit, waiting } = await given();
  await set(null);
  const id = (await waiting())?.id ?? "";
  await expect(confirmLimit(db, ana.actor, id)).rejects.toMatchObject({ code: "limit_change_is_own" });
  await confirmLimit(db, ben.actor, id);
  expect(await limit()).toBeNull();
  await expect(confirmLimit(db, ben.actor, id)).rejects.toMatchObject({ code: "changed_meanwhile" });
});

test("every administrator can withdraw it, and all are mailed", async () => {
  const { partner, ben, ana, set, limit, waiting, events, subjectsTo } = await given();
  await set(null);
  await withdrawLimit(db, ben.actor, (await waiting())?.id ?? "");
  expect(await waiting()).toBeNull();
  expect(await limit()).toBe(10_000);
  expect(await subjectsTo(ana)).toContain("The limit for a second person stays");
  expect((await events()).at(-1)).toEqual(["second_person_rule_change_withdrawn", 10_000, null]);
  const [kept] = await db
    .select()
    .from(limitChanges)
    .where(and(eq(limitChanges.partnerId, partner.id)));
  expect(kept).toMatchObject({ outcome: "withdrawn", endedBy: `person:${ben.actor.id}` });
});

test("removing and restoring a limit lets nothing through", async () => {
  const { set, limit, waiting } = await given();
  await set(null);
  expect(await limit()).toBe(10_000);
  await set(9_000);
  expect(await limit()).toBe(9_000);
  expect(await waiting()).toBeNull();
});

test("of several simultaneous raises, one waits", async () => {
  const { set, waiting, limit } = await given();
  await Promise.all(times(5, (index) => set(20_000 + index)));
  expect(await waiting()).not.toBeNull();
  expect(await limit()).toBe(10_000);
});

test("in a sandbox it takes effect immediately", async () => {
  const { set, limit } = await given({ isSandbox: true });
  expect(await set(null)).toBe("in_force");
  expect(await limit()).toBeNull();
});

import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { securityEvents } from "@/db/schema/security-events";
import { HOUR_MS } from "@/server/domain/formats/time";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { noteFailedKey } from "@/server/tenancy/api-keys/note-failed-key";
import { givenPartner, times } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { createCallerFactory } from "@/server/trpc/init";
import { appRouter } from "@/server/trpc/router";
import { noteRefusal, writeRefusals } from "./note-refusal";
import { asPerson } from "./record-event";
import { recordRefusals } from "./record-refusals";

const callerFor = createCallerFactory(appRouter);

async function refusedOf(partnerId: string) {
  await writeRefusals(db);
  await recordRefusals(db, { scope: { partnerId }, now: new Date(Date.now() + 2 * HOUR_MS) });
  const rows = await db
    .select()
    .from(securityEvents)
    .where(and(eq(securityEvents.partnerId, partnerId), eq(securityEvents.kind, "acts_refused")));
  return rows.map(({ actor, after }) => ({ actor, refused: after?.refused, codes: after?.codes }));
}

test("a person's refusals are recorded once an hour, with their number and codes", async () => {
  const partner = await givenPartner();
  const { person } = await givenMember(partner, { accessLevel: "read" });
  const caller = callerFor({ db, person, requestId: null });
  const refused = await Promise.allSettled([
    ...times(7, () => caller.keys.list()),
    ...times(3, () => caller.proposals.decline({ proposalId: "0".repeat(40) })),
  ]);
  expect(refused.every(({ status }) => status === "rejected")).toBe(true);
  expect(await refusedOf(partner.id)).toEqual([{ actor: `person:${person.id}`, refused: 10, codes: ["not_allowed"] }]);
  // Recorded refusals are not counted again.
  expect(await refusedOf(partner.id)).toHaveLength(1);
});

test("a request for proof, or a refusal for a record's state, does not count", async () => {
  const partner = await givenPartner();
  const { person } = await givenMember(partner, { role: "administrator" });
  const caller = callerFor({ db, person: { ...person, provedAt: new Date(0) }, requestId: null });
  await expect(caller.keys.create({ name: "systems" })).rejects.toThrow("identity_not_proved");
  await expect(caller.companies.get({ companyId: "0".repeat(40) })).rejects.toThrow("invalid_company_id");
  expect(await refusedOf(partner.id)).toEqual([]);
});

test("several processes that count the same person count together", async () => {
  const partner = await givenPartner();
  const { person } = await givenMember(partner);
  for (const code of ["not_allowed", "insufficient_scope", "not_allowed"] as const) {
    noteRefusal(db, asPerson(person), code);
    await writeRefusals(db);
  }
  await recordRefusals(db, { scope: { partnerId: partner.id } });
  expect(await refusedOf(partner.id)).toMatchObject([{ refused: 3, codes: ["insufficient_scope", "not_allowed"] }]);
});

test("a key that no longer works is written down for its partner, and one that is nobody's for nobody", async () => {
  const partner = await givenPartner();
  const { id, key } = await createApiKey(db, partner.id, { name: "till" });
  noteFailedKey(db, key);
  noteFailedKey(db, "0".repeat(64));
  await expect.poll(() => refusedOf(partner.id)).toEqual([{ actor: `key:${id}`, refused: 1, codes: ["invalid_api_key"] }]);
});

import { expect, test } from "vitest";
import { db } from "@/db/client";
import { newId } from "@/server/platform/id";
import { givenPartner } from "@/server/testing/given";
import { givenMember, givenSupporter } from "@/server/testing/given-person";
import { createCallerFactory } from "./init";
import { appRouter } from "./router";

// Input that no page sends and that the database cannot process. It is refused as the caller's error, and not reported as ours.

const callerOf = createCallerFactory(appRouter);
const refusal = { code: "BAD_REQUEST" };

async function given(options: Parameters<typeof givenMember>[1] = {}) {
  const { person } = await givenMember(await givenPartner(), options);
  const supporter = await givenSupporter();
  return { member: callerOf({ db, person, requestId: null }), supporter: callerOf({ db, ...supporter }) };
}

test("a search text that contains NUL", async () => {
  const { member } = await given({ role: "administrator" });
  await expect(member.security.events({ about: "a\0b" })).rejects.toMatchObject(refusal);
  await expect(member.keys.requests({ requestId: "a\0b" })).rejects.toMatchObject(refusal);
  await expect(member.companies.list({ name: "a\0b" })).rejects.toMatchObject(refusal);
  await expect(member.imports.list({ title: "a\0b" })).rejects.toMatchObject(refusal);
  await expect(member.invoices.list({ search: "a\0b" })).resolves.toEqual([]);
});

test.each([8.64e15, -8.64e15])("a position in an inbox %d ms from 1970", async (time) => {
  const { member, supporter } = await given();
  const place = { status: "unanswered", cursor: { at: new Date(time), id: newId() } } as const;
  await expect(member.tickets.list(place)).rejects.toMatchObject(refusal);
  await expect(supporter.support.list(place)).rejects.toMatchObject(refusal);
});

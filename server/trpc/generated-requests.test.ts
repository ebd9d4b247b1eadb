import { TRPCError } from "@trpc/server";
import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { DomainError } from "@/server/errors";
import type { Person } from "@/server/tenancy/people/person";
import { accessTable } from "@/server/testing/access-table";
import { type GivenPartner, givenPartner } from "@/server/testing/given";
import { deleteEndpoints } from "@/server/testing/given-endpoint";
import { givenMember, givenSupporter } from "@/server/testing/given-person";
import { givenRecords, missingRecords } from "@/server/testing/given-records";
import { sizeOf } from "@/server/testing/size-of";
import { spoilt } from "@/server/testing/spoilt";
import { createCallerFactory } from "./init";
import { appRouter } from "./router";

/** Number of calls generated from the procedures' schemas. */
const COUNT = Number(process.env.GENERATED_REQUESTS ?? sizeOf({ small: 1_000, large: 10_000 }));
/** Number of calls on the same records. Then new ones are made. */
const PER_WORLD = 500;
/** Number of calls that run at the same time. */
const AT_ONCE = 4;

const callerFor = createCallerFactory(appRouter);

test(`of ${COUNT} calls generated from the procedures' schemas, none fails`, async () => {
  const outcomes = new Map<string, number>();
  const failed: string[] = [];
  let slowestMs = 0;
  for (let made = 0; made < COUNT; made += PER_WORLD) {
    const world = await givenWorld();
    const calls = fc.sample(
      fc.constantFrom(...Object.keys(accessTable)).chain((path) => callsOf(path, world)),
      {
        numRuns: Math.min(PER_WORLD, COUNT - made),
        seed: made + 1,
      },
    );
    // One iterator for all of the loops below, so that each call is made once.
    const waiting = calls[Symbol.iterator]();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const { path, person, input } of waiting) {
          const begun = performance.now();
          const outcome = await outcomeOf(path, person, input);
          slowestMs = Math.max(slowestMs, performance.now() - begun);
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
          if (outcome.startsWith("failed")) failed.push(`${path}(${JSON.stringify(input)}): ${outcome}`);
        }
      }),
    );
    await world.end();
  }
  const counts = [...outcomes].toSorted(([, one], [, other]) => other - one);
  console.info(`${COUNT} calls, slowest ${Math.round(slowestMs)} ms:`, Object.fromEntries(counts));
  expect(failed).toEqual([]);
  expect(outcomes.get("done")).toBeGreaterThan(COUNT / 10);
}, 3_600_000);

/** Creates two partners with records and people, and returns callers and ids to draw from. Most of them fit together. */
async function givenWorld() {
  const [partner, stranger] = await Promise.all([givenPartner(), givenPartner()]);
  const administratorOf = async (of: GivenPartner) => (await givenMember(of, { role: "administrator" })).person;
  const [administrator, foreigner] = await Promise.all([administratorOf(partner), administratorOf(stranger)]);
  const [own, foreign] = await Promise.all([givenRecords(partner, administrator), givenRecords(stranger, foreigner)]);
  const [{ person: member }, { person: supporter }] = await Promise.all([givenMember(partner), givenSupporter()]);
  const people: (Person | null)[] = [administrator, administrator, administrator, member, supporter, null];
  // Endpoints that stay would be sent to by other tests of this worker.
  const end = () => deleteEndpoints(partner, stranger);
  return { people, records: [own, own, own, foreign, missingRecords()], end };
}

function callsOf(path: string, { people, records }: Awaited<ReturnType<typeof givenWorld>>) {
  return fc.record({
    path: fc.constant(path),
    person: fc.constantFrom(...people),
    input: fc.constantFrom(...records).chain((about) => spoilt(accessTable[path]?.input?.(about))),
  });
}

/** Returns "done", the refusal's code, or the error. */
async function outcomeOf(path: string, person: Person | null, input: unknown): Promise<string> {
  const [noun = "", verb = ""] = path.split(".");
  const visitor = { address: "192.0.2.79", deviceToken: null, userAgent: "" };
  const caller = callerFor({ db, person, requestId: null, visitor }) as never as Record<
    string,
    Record<string, (input: unknown) => Promise<unknown>>
  >;
  try {
    await caller[noun]?.[verb]?.(input);
    return "done";
  } catch (error) {
    if (!(error instanceof TRPCError)) return `failed: ${error}`;
    if (error.cause instanceof DomainError) return error.cause.code;
    return error.code === "BAD_REQUEST" ? "not what the schema takes" : `failed: ${error.code} ${error.cause}`;
  }
}

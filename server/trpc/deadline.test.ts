import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type Connection, connect } from "@/db/client";
import { env } from "@/server/env";
import { givenInvoice, givenPartner } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { type SilentWay, wayThatFallsSilent } from "@/server/testing/silent-database";
import { createCallerFactory } from "./init";
import { appRouter } from "./router";

// Uses only the primary: if it does not answer, the replica is not read either.
delete process.env.DATABASE_REPLICA_URL;

const callerFor = createCallerFactory(appRouter);
let way: SilentWay;
let connection: Connection;

beforeAll(async () => {
  way = await wayThatFallsSilent(env().DATABASE_URL);
  connection = connect(way.url, { max: 1 });
});
afterAll(async () => {
  await connection.close();
  way.close();
});
afterEach(() => {
  vi.useRealTimers();
  way.speakAgain();
});

async function given() {
  const partner = await givenPartner();
  const { person } = await givenMember(partner);
  const invoice = await givenInvoice(partner);
  const caller = callerFor({ db: connection.db, person, requestId: null });
  // Connects now, so that later only the statement has to wait.
  await connection.db.execute("select 1");
  return { caller, invoice };
}

/** Returns the work's outcome after `seconds` during which the database does not answer. */
async function afterSilence(seconds: number, begin: () => Promise<unknown>): Promise<unknown> {
  way.fallSilent();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const ended = begin().then(
    () => "done",
    (error: { code: string }) => error.code,
  );
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  return Promise.race([ended, new Promise((resolve) => setImmediate(() => resolve("nothing")))]);
}

test("a query that the database does not answer fails after 30 seconds, and the next one works", async () => {
  const { caller, invoice } = await given();
  expect(await afterSilence(29, () => caller.invoice.get({ invoiceId: invoice.id }))).toBe("nothing");
  vi.useRealTimers();
  way.speakAgain();
  expect(await afterSilence(30, () => caller.invoice.get({ invoiceId: invoice.id }))).toBe("SERVICE_UNAVAILABLE");
  vi.useRealTimers();
  way.speakAgain();
  expect(await caller.invoice.get({ invoiceId: invoice.id })).toMatchObject({ id: invoice.id });
});

test.each([
  ["may take five minutes", 299, "nothing"],
  ["fails after that", 300, "SERVICE_UNAVAILABLE"],
])("an act %s", async (_, seconds, outcome) => {
  const { caller, invoice } = await given();
  expect(await afterSilence(seconds, () => caller.invoice.customerLink({ invoiceId: invoice.id }))).toBe(outcome);
});

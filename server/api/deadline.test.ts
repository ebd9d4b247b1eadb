import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { dispatch } from "@/app/api/v2/dispatch";
import { db } from "@/db/client";
import { getImport } from "@/server/billing/imports/find-import";
import { env } from "@/server/env";
import { newId } from "@/server/platform/id";
import { type GivenPartner, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { type SilentWay, wayThatFallsSilent } from "@/server/testing/silent-database";
import { useDatabase } from "@/server/testing/use-database";
import type { Answer } from "./answer";

const ownUrl = env().DATABASE_URL;
let way: SilentWay;

beforeAll(async () => {
  way = await wayThatFallsSilent(ownUrl);
  await useDatabase(way.url);
});
afterAll(async () => {
  await useDatabase(ownUrl);
  way.close();
});

afterEach(speakAgain);

/** Makes the database stop answering and fakes the timers, so that the test does not take as long as the time-outs. */
function fallSilent(): void {
  way.fallSilent();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
}

function speakAgain(): void {
  vi.useRealTimers();
  way.speakAgain();
}

function ask({ apiKey }: GivenPartner, method: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { Authorization: `ApiKey ${apiKey}`, "Content-Type": "application/json", "Idempotency-Key": newId() };
  return dispatch(new Request(`http://host/api/v2${path}`, { ...init, method, headers }));
}

/** A partner whose key is cached, so that only the work itself has to wait. */
async function given() {
  const partner = await givenPartner();
  const invoice = await givenInvoice(partner);
  expect((await ask(partner, "GET", `/invoices/${invoice.id}`)).status).toBe(200);
  return { partner, invoice };
}

async function afterSeconds<Result>(seconds: number, work: Promise<Result>): Promise<Result | "nothing"> {
  // The code that starts the deadline's timer first passes through the event loop.
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  return Promise.race([work, new Promise<"nothing">((resolve) => setImmediate(() => resolve("nothing")))]);
}

const unavailable = { status: 503, body: '{"error":"service_unavailable"}', headers: { "Retry-After": expect.stringMatching(/^\d+$/) } };

test.each([
  ["GET", () => undefined],
  ["PUT", () => JSON.stringify({ external_invoice_number: "2" })],
])("a %s that the database leaves without an answer is answered after 12 seconds", async (method, body) => {
  const { partner, invoice } = await given();
  fallSilent();

  const answer = ask(partner, method, `/invoices/${invoice.id}`, { body: body() });

  expect(await afterSeconds(11, answer)).toBe("nothing");
  expect(await afterSeconds(1, answer)).toMatchObject(unavailable);
});

test("a request whose key must be looked up times out as well", async () => {
  const partner = await givenPartner();
  fallSilent();

  expect(await afterSeconds(12, ask(partner, "GET", `/invoices/${newId()}`))).toMatchObject(unavailable);
});

test("deleting an import may take longer", async () => {
  const { partner, invoice } = await given();
  fallSilent();

  const answer = ask(partner, "DELETE", `/imports/${invoice.importId}`);

  expect(await afterSeconds(5 * 60, answer)).toBe("nothing");
  speakAgain();
  expect(await answer).toMatchObject({ status: 204 });
  await expect(getImport(db, partner.actor, invoice.importId)).rejects.toMatchObject({ code: "invalid_import_id" });
});

test("connections that lose packets delay only the first look-up", async () => {
  const { partner, invoice } = await given();
  const askSix = () => Promise.all(times(6, () => ask(partner, "GET", `/invoices/${invoice.id}`)));
  await askSix();
  way.loseConnections();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  expect(await afterSeconds(12, ask(partner, "GET", `/invoices/${invoice.id}`))).toMatchObject(unavailable);
  vi.useRealTimers();

  expect((await askSix()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
});

test("requests work again once the database answers", async () => {
  const { partner, invoice } = await given();
  fallSilent();
  expect(await afterSeconds(12, ask(partner, "GET", `/invoices/${invoice.id}`))).toMatchObject(unavailable);

  speakAgain();

  expect((await ask(partner, "GET", `/invoices/${invoice.id}`)).status).toBe(200);
});

import { eq, sql } from "drizzle-orm";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { db } from "@/db/client";
import { bulkJobs } from "@/db/schema/bulk-jobs";
import { payments } from "@/db/schema/payments";
import { rollupStates } from "@/db/schema/rollups";
import { backgroundJobs } from "@/server/background/jobs";
import { startBulkJob } from "@/server/billing/bulk-jobs/start-bulk-job";
import { listTickets } from "@/server/desk/tickets/list-tickets";
import { forgetEnv } from "@/server/env";
import { givenInvoice, givenPartner } from "@/server/testing/given";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { givenCollected, sendThrough } from "@/server/testing/given-collection";
import { givenDueReply } from "@/server/testing/given-due-reply";
import { givenEndpoint } from "@/server/testing/given-endpoint";
import { givenMember } from "@/server/testing/given-person";
import { givenOwnDatabase } from "@/server/testing/own-database";
import { startSmtpServer } from "@/server/testing/smtp-server";
import { POST } from "./route";

// Uses a separate database, because the jobs would also do work left by other tests.
givenOwnDatabase("background_route");

const SECRET = "a scheduler's own secret, for tests";

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

function configure(secret: string): void {
  vi.stubEnv("BACKGROUND_SECRET", secret);
  forgetEnv();
}

function call(job: string, authorization: string | undefined = `Bearer ${SECRET}`): Promise<Response> {
  const headers: HeadersInit = authorization === undefined ? {} : { Authorization: authorization };
  const request = new Request(`http://127.0.0.1/api/background/${job}`, { method: "POST", headers });
  return POST(request, { params: Promise.resolve({ job }) });
}

test("POST /api/background/due runs all background jobs: notifications, mails, payments, replies, bulk actions, figures", async () => {
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  configure(SECRET);
  sendThrough(smtp);
  // The simulated bank is open on this machine only.
  vi.stubEnv("PUBLIC_URL", "http://127.0.0.1:3000");
  forgetEnv();
  const { partner, company, invoice, customerEmail } = await givenCollected();
  const { receiver } = await givenEndpoint(partner);
  const payment = await givenBegunPayment(partner, await givenInvoice(partner, { company, transmitted: true }));
  await payment.decide("pay");
  await db.update(payments).set({ nextAskAt: sql`now()` }).where(eq(payments.id, payment.id));
  const { person, actor } = await givenMember(partner, { role: "administrator" });
  await givenDueReply(invoice, actor);
  const unwanted = await givenInvoice(partner, { company, amountCents: 700 });
  const expected = { count: 1, amountCents: 700 };
  const job = await startBulkJob(db, actor, person.id, { kind: "delete_invoices", selection: { ids: [unwanted.id] }, expected });

  const answer = await call("due");

  expect(answer.status).toBe(200);
  expect(Object.keys(await answer.json()).sort()).toEqual(backgroundJobs.map(({ name }) => name).sort());
  expect(receiver.received.flatMap(({ invoiceIds }) => invoiceIds)).toContain(invoice.id);
  expect(smtp.received.filter(({ to }) => to === customerEmail).length).toBeGreaterThan(0);
  expect(await payment.row()).toMatchObject({ status: "paid" });
  expect(await listTickets(db, partner.actor, invoice.id)).toHaveLength(1);
  expect((await db.select().from(bulkJobs).where(eq(bulkJobs.id, job.id)))[0]?.finishedAt).not.toBeNull();
  expect(await db.select().from(rollupStates).where(eq(rollupStates.companyId, company.id))).toHaveLength(1);
});

test.each(backgroundJobs.map(({ name }) => name))("the job %s has an address of its own", async (name) => {
  configure(SECRET);
  const answer = await call(name);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("an unknown job is not found", async () => {
  configure(SECRET);
  const answer = await call("toString");
  expect([answer.status, await answer.json()]).toEqual([404, { error: "unknown_job" }]);
});

test("the answer for notifications counts the work done", async () => {
  configure(SECRET);
  const partner = await givenPartner();
  const { receiver } = await givenEndpoint(partner);
  const invoice = await givenInvoice(partner);

  const answer = await call("notifications");

  expect(await answer.json()).toEqual({ owed: 1, opened: 1, delivered: 1, failed: 0, lost: 0, warned: 0 });
  expect(receiver.received).toMatchObject([{ invoiceIds: [invoice.id] }]);
});

test.each(["", "Bearer", "Bearer ", `Bearer ${SECRET}x`, SECRET, `Basic ${SECRET}`, `bearer ${SECRET} `, "Bearer undefined"])(
  "a caller who sends %s gets 401, and nothing is done",
  async (authorization) => {
    configure(SECRET);
    const partner = await givenPartner();
    const { receiver } = await givenEndpoint(partner);
    await givenInvoice(partner);

    const answer = await call("due", authorization);

    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(receiver.received).toEqual([]);
  },
);

test.each(["Bearer ", "Bearer undefined", `Bearer ${SECRET}`])("if no secret is configured, %s gets 401", async (authorization) => {
  configure("");
  expect((await call("due", authorization)).status).toBe(401);
});

import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { partners } from "@/db/schema/partners";
import { DAY_MS } from "@/server/domain/formats/time";
import { forgetEnv } from "@/server/env";
import { MOST_DAYS_AHEAD } from "@/server/sandbox/move-clock";
import { retractionBody } from "@/server/testing/bodies";
import { clientOf } from "@/server/testing/client";
import { givenInvoice, givenPartner } from "@/server/testing/given";
import { collectionOf } from "@/server/testing/given-collection";
import { publicHost, TEST_ENCRYPTION_KEY, TEST_SECRET } from "@/server/testing/hosts";
import { outcome } from "@/server/testing/replies";

/** Mails are written in this process with the host's secrets, so that their links work there. */
beforeAll(() => {
  const { PUBLIC_URL, SMTP_URL, MAIL_FROM } = publicHost;
  const host = { PUBLIC_URL, SMTP_URL, MAIL_FROM, AUTH_SECRET: TEST_SECRET, ENCRYPTION_KEY: TEST_ENCRYPTION_KEY };
  for (const [name, value] of Object.entries(host)) vi.stubEnv(name, value);
  forgetEnv();
});

async function given({ isSandbox = true, transmitted = true } = {}) {
  const partner = await givenPartner({ isSandbox });
  const invoice = await givenInvoice(partner, { transmitted });
  const client = clientOf(partner);
  const simulate = (body: object) => client.post(`/invoices/${invoice.id}/simulated_payments`, body);
  return { partner, invoice, client, simulate, path: `/invoices/${invoice.id}`, ...collectionOf(partner) };
}

/** Collects until the expected result is there. A host uses the same database, and this process cannot finish the host's work. */
function once(collect: Awaited<ReturnType<typeof given>>["collect"], expected: () => Promise<void>): Promise<void> {
  return vi.waitFor(() => collect({ kind: "mailbox" }).then(expected), { timeout: 20_000 });
}

describe("an integrator's own tests", () => {
  test("play through a season: mails, the clock, a payment, and a chargeback", async () => {
    const { client, path, simulate, collect } = await given();
    await once(collect, async () => {
      const { body } = await client.get(`${path}/simulated_mails`);
      expect(body.mails).toMatchObject([
        { kind: "request1", recipient: expect.stringContaining("@"), text: expect.stringContaining("/i/") },
      ]);
    });

    const moved = await client.put("/sandbox/clock", { days: 20 });
    expect(moved.body).toMatchObject({ days_ahead: 0, on_its_way_to: expect.any(String) });
    expect(outcome(await client.put("/sandbox/clock", { days: 1 }))).toBe("422 clock_on_its_way");
    await once(collect, async () => {
      expect((await client.get("/sandbox/clock")).body).toMatchObject({ days_ahead: 20, on_its_way_to: null });
    });
    const { body: later } = await client.get(`${path}/simulated_mails`);
    expect((later.mails as { kind: string }[]).map(({ kind }) => kind)).toEqual(["request1", "request2", "reminder1"]);
    expect((await client.get(`${path}/collection`)).body).toMatchObject({ days_overdue: 6 });

    expect((await simulate({ outcome: "wait" })).body).toMatchObject({ state: "payment_in_progress", outstanding_cents: 4_500 });
    expect((await simulate({ outcome: "pay" })).body).toMatchObject({ state: "transmitted", outstanding_cents: 0 });
    expect((await simulate({ outcome: "charge_back" })).body).toMatchObject({
      outstanding_cents: 4_500,
      payments: [{ charged_back: true }],
    });
    expect((await simulate({ outcome: "fail", method: "credit_card" })).body).toMatchObject({
      payments: [{ status: "paid" }, { status: "failed", method: "credit_card" }],
    });
  });

  test("pay once with an idempotency key", async () => {
    const { client, path } = await given();
    const pay = () => client.post(`${path}/simulated_payments`, { outcome: "pay" }, { "Idempotency-Key": "once" });
    expect((await pay()).body).toEqual((await pay()).body);
    expect(((await client.get(`${path}/collection`)).body.payments as unknown[]).length).toBe(1);
  });

  test.each([
    ["422 invalid_outcome", { outcome: "steal" }],
    ["422 invalid_method", { outcome: "pay", method: "gold" }],
    ["422 payments_not_offered", { outcome: "pay", method: "bacs" }],
    ["422 nothing_to_charge_back", { outcome: "charge_back" }],
  ])("are answered %s for %j", async (expected, body) => {
    expect(outcome(await (await given()).simulate(body))).toBe(expected);
  });

  test("cannot pay if nothing is to be paid", async () => {
    const pay = { outcome: "pay" };
    expect(outcome(await (await given({ transmitted: false })).simulate(pay))).toBe("422 invoice_not_transmitted");
    const settled = await given();
    await settled.simulate(pay);
    expect(outcome(await settled.simulate(pay))).toBe("422 nothing_outstanding");
    const retracted = await given();
    await retracted.client.post(`${retracted.path}/credit_and_retract`, retractionBody);
    expect(outcome(await retracted.simulate(pay))).toBe("422 already_retracted");
  });

  test("move the clock by whole days, at most ten years", async () => {
    const { partner, client } = await given();
    for (const days of [0, -1, 1.5, 366, "3", null]) expect(outcome(await client.put("/sandbox/clock", { days }))).toBe("422 invalid_days");
    await db
      .update(partners)
      .set({ clockOffsetMs: MOST_DAYS_AHEAD * DAY_MS })
      .where(eq(partners.id, partner.id));
    expect(outcome(await client.put("/sandbox/clock", { days: 1 }))).toBe("422 clock_too_far");
  });
});

test("a real partner has no clock to move, no mails to read and no payments to simulate", async () => {
  const { client, path, simulate } = await given({ isSandbox: false });
  for (const reply of [
    await client.get("/sandbox/clock"),
    await client.put("/sandbox/clock", { days: 1 }),
    await client.get(`${path}/simulated_mails`),
    await simulate({ outcome: "pay" }),
  ]) {
    expect(outcome(reply)).toBe("422 not_a_sandbox");
  }
});

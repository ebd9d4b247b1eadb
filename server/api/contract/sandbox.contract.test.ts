import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { partners } from "@/db/schema/partners";
import { runSeasons } from "@/server/background/run-seasons";
import { DAY_MS } from "@/server/domain/formats/time";
import { forgetEnv } from "@/server/env";
import { MOST_DAYS_AHEAD } from "@/server/sandbox/move-clock";
import { invoiceBody, retractionBody } from "@/server/testing/bodies";
import { clientOf } from "@/server/testing/client";
import { givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";
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

describe("an integrator's season", () => {
  const scenario = "days: 30\npay_in_time: 100 %\n";
  const filesOf = (body: Record<string, unknown>) => body.files as Record<string, string>[];

  test("is begun, stops after the days that were asked for, is continued, and its files can be fetched", async () => {
    const { partner, client } = await given();
    await givenBankAccount(partner, { id: (await givenInvoice(partner, { transmitted: true })).companyId });
    expect(outcome(await client.get("/sandbox/season"))).toBe("422 no_season");
    const begun = await client.post("/sandbox/season", { seed: "spring", scenario, days: 2 });
    expect(begun.body).toMatchObject({ seed: "spring", scenario, state: "playing", days: 30, days_played: 0, played_day: null });
    expect(outcome(await client.post("/sandbox/season", { seed: "spring", scenario }))).toBe("422 season_is_playing");
    expect(outcome(await client.put("/sandbox/clock", { days: 1 }))).toBe("422 season_is_playing");
    const played = (expected: object) =>
      vi.waitFor(
        async () => {
          await runSeasons(db, { scope: { partnerId: partner.id } });
          expect((await client.get("/sandbox/season")).body).toMatchObject(expected);
        },
        { timeout: 40_000 },
      );
    await played({ state: "stopped", days_played: 2 });
    expect((await client.put("/sandbox/season/play", {})).body).toMatchObject({ state: "playing" });
    expect((await client.put("/sandbox/season/stop")).body).toMatchObject({ state: "stopped" });
    await client.put("/sandbox/season/play", { days: null });
    await played({ state: "ended", days_played: 30 });
    expect(outcome(await client.put("/sandbox/season/play", {}))).toBe("422 season_over");

    const { body } = await client.get("/sandbox/season/files?page_size=1");
    const [file] = filesOf(body);
    expect(file).toMatchObject({ kind: "camt053", refusal: null });
    const { body: whole } = await client.get(`/sandbox/season/files/${file?.season_file_id}`);
    expect(whole).toMatchObject({ ...file, contents: expect.stringContaining("<BkToCstmrStmt>") });
    expect(outcome(await clientOf(await givenPartner({ isSandbox: true })).get(`/sandbox/season/files/${file?.season_file_id}`))).toBe(
      "404 invalid_season_file_id",
    );
  });

  test.each([
    ["422 invalid_seed", { scenario }, "seed"],
    ["422 invalid_seed", { seed: "été", scenario }, null],
    ["422 invalid_scenario", { seed: "spring" }, "scenario"],
    [
      "422 invalid_scenario",
      { seed: "spring", scenario: "days: 9\nask: 120 %" },
      "line 2, ask: not a whole percentage from 0 % to 100 % (120 %)",
    ],
    ["422 invalid_days", { seed: "spring", scenario, days: 0 }, "days"],
    ["422 invalid_days", { seed: "spring", scenario, days: "3" }, "days"],
  ])("is answered %s for %j, with the place", async (expected, body, place) => {
    const reply = await (await given()).client.post("/sandbox/season", body);
    expect(outcome(reply)).toBe(expected);
    expect(reply.headers.get("error-field")).toBe(place);
  });

  test("is begun once with an idempotency key", async () => {
    const { client } = await given();
    const begin = () => client.post("/sandbox/season", { seed: "spring", scenario, days: 1 }, { "Idempotency-Key": "once" });
    expect((await begin()).body).toEqual((await begin()).body);
  });

  test("is refused while the clock is on its way, too far ahead, or for too many invoices", async () => {
    const { partner, client } = await given();
    const begin = () => client.post("/sandbox/season", { seed: "spring", scenario });
    await db.update(partners).set({ clockTargetMs: DAY_MS }).where(eq(partners.id, partner.id));
    expect(outcome(await begin())).toBe("422 clock_on_its_way");
    await db.update(partners).set({ clockTargetMs: null }).where(eq(partners.id, partner.id));
    const { id: importId } = await givenImport(partner);
    const { import_id: _, ...invoice } = invoiceBody(importId);
    for (let more = 0; more < 6; more += 1)
      await client.post(`/imports/${importId}/invoices`, { invoices: Array.from({ length: 900 }, () => invoice) });
    await client.put(`/imports/${importId}/transmit`);
    expect(outcome(await begin())).toBe("422 season_too_large");
    await db
      .update(partners)
      .set({ clockOffsetMs: MOST_DAYS_AHEAD * DAY_MS })
      .where(eq(partners.id, partner.id));
    expect(outcome(await begin())).toBe("422 clock_too_far");
  });
});

test("a real partner has no clock to move, no mails to read and no payments to simulate", async () => {
  const { client, path, simulate } = await given({ isSandbox: false });
  for (const reply of [
    await client.get("/sandbox/clock"),
    await client.put("/sandbox/clock", { days: 1 }),
    await client.get(`${path}/simulated_mails`),
    await simulate({ outcome: "pay" }),
    await client.get("/sandbox/season"),
    await client.post("/sandbox/season", { seed: "spring", scenario: "days: 3" }),
    await client.put("/sandbox/season/play", {}),
    await client.put("/sandbox/season/stop"),
    await client.get("/sandbox/season/files"),
  ]) {
    expect(outcome(reply)).toBe("422 not_a_sandbox");
  }
});

import { afterEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { findBankPayment } from "@/server/billing/payment-providers/simulated-bank/decide";
import { forgetEnv } from "@/server/env";
import { givenInvoice, givenPartner } from "@/server/testing/given";
import { type BegunPayment, givenBegunPayment } from "@/server/testing/given-bank";
import { POST } from "./route";

async function given(options?: Parameters<typeof givenPartner>[0]): Promise<BegunPayment> {
  const partner = await givenPartner(options);
  return givenBegunPayment(partner, await givenInvoice(partner, { transmitted: true }));
}

const stateOf = async ({ reference }: BegunPayment) => (await findBankPayment(db, reference))?.state;

function press(paymentId: string, decision: string, init: RequestInit = {}): Promise<Response> {
  const request = new Request(`http://127.0.0.1/simulated-bank/${paymentId}/decision`, {
    method: "POST",
    body: new URLSearchParams({ decision }),
    ...init,
  });
  return POST(request, { params: Promise.resolve({ paymentId }) });
}

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

function givenElsewhere(): void {
  vi.stubEnv("PUBLIC_URL", "https://collection.example");
  forgetEnv();
}

describe("the simulated bank's page", () => {
  test("decides the payment in its address, once, and leads back to it", async () => {
    const payment = await given();
    const answer = await press(payment.reference, "pay");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/simulated-bank/${payment.reference}`]);
    await press(payment.reference, "cancel");
    expect(await stateOf(payment)).toBe("paid");
    await press(payment.reference, "charge_back");
    expect(await stateOf(payment)).toBe("charged_back");
  });

  test.each(["", "constructor", "paid"])("takes %j for no decision", async (decision) => {
    const payment = await given();
    await press(payment.reference, decision);
    expect(await stateOf(payment)).toBe("open");
  });

  test("refuses requests from another site, and forms above 64 KiB", async () => {
    const payment = await given();
    expect((await press(payment.reference, "pay", { headers: { "Sec-Fetch-Site": "cross-site" } })).status).toBe(403);
    expect((await press(payment.reference, "pay", { body: `decision=pay&more=${"x".repeat(64 * 1024)}` })).status).toBe(413);
    expect((await press(payment.reference, "pay", { body: "{}" })).status).toBe(303);
    expect(await stateOf(payment)).toBe("open");
  });

  test("requires the payment's address; if others reach the service, it is closed except for sandboxes", async () => {
    const payment = await given();
    for (const id of [payment.id, "f".repeat(48), "", "%"]) expect((await press(id, "pay")).status).toBe(404);
    givenElsewhere();
    expect((await press(payment.reference, "pay")).status).toBe(404);
    expect(await findBankPayment(db, payment.reference)).toBeUndefined();
    expect((await press((await given({ isSandbox: true })).reference, "pay")).status).toBe(303);
  });
});

import { eq, sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { payments } from "@/db/schema/payments";
import { forgetEnv } from "@/server/env";
import { givenInvoice, givenPartner } from "@/server/testing/given";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { POST } from "./route";

const SECRET = "a scheduler's own secret, for tests";

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

async function call(secret: string) {
  vi.stubEnv("BACKGROUND_SECRET", SECRET);
  forgetEnv();
  const partner = await givenPartner();
  const payment = await givenBegunPayment(partner, await givenInvoice(partner, { transmitted: true }));
  await payment.decide("pay");
  await db.update(payments).set({ nextAskAt: sql`now()` }).where(eq(payments.id, payment.id));
  const headers = { Authorization: `Bearer ${secret}` };
  const { status } = await POST(new Request("http://127.0.0.1/api/background/payments", { method: "POST", headers }));
  return { status, payment: await payment.row() };
}

test("who has the secret has every payment asked about that is due", async () => {
  expect(await call(SECRET)).toMatchObject({ status: 200, payment: { status: "paid" } });
});

test("nobody else is let in, and nothing is asked", async () => {
  expect(await call("another secret")).toMatchObject({ status: 401, payment: { status: "pending" } });
});

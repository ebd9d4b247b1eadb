import { afterEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { getBackgroundJob } from "@/server/background/jobs";
import { runJob } from "@/server/background/run-jobs";
import { forgetEnv } from "@/server/env";
import { consume, rateLimiter } from "@/server/platform/rate-limit";
import { signIn } from "@/server/tenancy/people/sign-in";
import { givenInvoice, givenPartner, times } from "@/server/testing/given";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { givenDueReply } from "@/server/testing/given-due-reply";
import { givenEndpoint } from "@/server/testing/given-endpoint";
import { givenMember } from "@/server/testing/given-person";
import { GET } from "./route";

const SECRET = "an operator's own secret, for tests";

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

async function metrics(authorization = `Bearer ${SECRET}`): Promise<Response> {
  vi.stubEnv("METRICS_SECRET", SECRET);
  forgetEnv();
  return GET(new Request("http://127.0.0.1/api/metrics", { headers: { Authorization: authorization } }));
}

/** Value of a metric; undefined if it is missing. */
function metricOf(text: string, name: string): number | undefined {
  const line = text.split("\n").find((line) => line.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

test("contains the queues with their ages, the work of jobs, and the notifications owed", async () => {
  const partner = await givenPartner();
  const { actor } = await givenMember(partner);
  await givenEndpoint(partner);
  const invoice = await givenInvoice(partner);
  await givenDueReply(invoice, actor, { dueInMs: -60_000 });

  const before = await (await metrics()).text();
  expect(metricOf(before, 'queue_due_rows{queue="replies"}')).toBeGreaterThanOrEqual(1);
  expect(metricOf(before, 'queue_oldest_due_seconds{queue="replies"}')).toBeGreaterThanOrEqual(60);
  expect(metricOf(before, "notifications_oldest_owed_seconds")).toBeGreaterThan(0);
  expect(before).toContain("nodejs_eventloop_lag_seconds");

  await runJob(db, getBackgroundJob("replies"), { scope: { partnerId: partner.id } });
  const after = await (await metrics()).text();
  const sent = 'background_job_items_total{job="replies",kind="sent"}';
  expect((metricOf(after, sent) ?? 0) - (metricOf(before, sent) ?? 0)).toBe(1);
  expect(metricOf(after, 'background_job_last_success_timestamp_seconds{job="replies"}')).toBeGreaterThan(1_700_000_000);
});

test("counts the answers of payment providers, and the refusals by each limit", async () => {
  const partner = await givenPartner();
  const before = await (await metrics()).text();
  const payment = await givenBegunPayment(partner, await givenInvoice(partner, { transmitted: true }));
  await payment.decide("pay");
  await payment.follow();
  const limiter = rateLimiter(`metrics of ${partner.id}`, 1, 60);
  await consume(limiter, "one");
  await consume(limiter, "one");
  const email = `${partner.id}@members.example`;
  const tries = times(8, () => signIn(db, { email, password: "wrong", address: partner.id }));
  await Promise.allSettled(tries);

  const after = await (await metrics()).text();
  const risen = (name: string) => (metricOf(after, name) ?? 0) - (metricOf(before, name) ?? 0);
  expect(risen('provider_answers_total{subject="payment",state="paid"}')).toBe(1);
  expect(risen(`limits_hit_total{limit="metrics of ${partner.id}"}`)).toBe(1);
  expect(risen('limits_hit_total{limit="password"}')).toBe(3);
});

test("answers only with the operator's secret", async () => {
  expect((await metrics("Bearer of nothing")).status).toBe(401);
});

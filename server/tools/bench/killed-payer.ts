import { connect } from "@/db/client";
import { systemActor } from "@/server/actor";
import { getBackgroundJob } from "@/server/background/jobs";
import { makeCalls } from "@/server/billing/payment-providers/simulated-bank/make-calls";
import { followPaymentAfterWebhook } from "@/server/billing/payments/follow-payment";
import { randomFrom } from "@/server/demo/random";
import { env } from "@/server/env";
import { repeat } from "@/server/process/repeat";
import { surviveDatabase } from "@/server/process/survive-database";
import { type Act, tryAct } from "@/server/testing/acts";

// Processes payments like the service, and acts like customers and staff, in a process that is killed at any point. Logs each act before it
// begins. A refusal for an impossible reason is logged as a violation.

const [partnerId = "", seed, ...invoiceIds] = process.argv.slice(2);
const EVERY_MS = 100;
const ACTS_AT_ONCE = 3;

surviveDatabase((exitCode) => process.exit(exitCode));
const { db } = connect(env().DATABASE_URL, { max: 3 * ACTS_AT_ONCE });
const random = randomFrom(Number(seed));
const actor = systemActor({ id: partnerId, clockOffsetMs: 0 });
/** Favours acts that reach the provider twice if the process dies in between. */
const weights: [Act, number][] = [
  ["begin", 5],
  ["decide", 6],
  ["follow", 4],
  ["record", 2],
  ["refund", 6],
  ["refundByHand", 1],
  ["retract", 1],
];

repeat(EVERY_MS, "payments", () => getBackgroundJob("payments").run(db, { scope: { partnerId } }));
repeat(EVERY_MS, "simulated-bank", () => makeCalls(db, (id) => followPaymentAfterWebhook(db, "simulated_bank", id)));
for (let one = 0; one < ACTS_AT_ONCE; one += 1) void keepActing();
// Keeps the process running even without acts.
setInterval(() => {}, 60_000);

async function keepActing(): Promise<void> {
  while (invoiceIds.length > 0) {
    const act = random.weighted(weights);
    console.log(act);
    const { result, isAllowed } = await tryAct(act, { db, actor, invoiceId: random.pick(invoiceIds), random });
    if (!isAllowed) console.log(`wrong: ${act} ended with ${result}`);
  }
}

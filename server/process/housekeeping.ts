import type { Connection } from "@/db/client";
import { forgetOldAnswers } from "@/server/api/idempotency";
import { runBulkJobs } from "@/server/billing/bulk-jobs/run-bulk-jobs";
import { moveMoney } from "@/server/billing/payments/move-money";
import { refreshRollups } from "@/server/billing/rollups/refresh-rollups";
import { callService } from "@/server/billing/simulated-bank/call";
import { makeCalls } from "@/server/billing/simulated-bank/make-calls";
import { releaseDueReplies } from "@/server/desk/tickets/release-due-replies";
import { forgetOldMails } from "@/server/outbound/mail/forget-old-mails";
import { sendMails } from "@/server/outbound/mail/send-mails";
import { forgetOldDeliveries } from "@/server/outbound/notifications/forget-old-deliveries";
import { warnAboutFailing } from "@/server/outbound/notifications/warn-about-failing";
import { log } from "@/server/platform/log";
import { withTimeout } from "@/server/platform/with-timeout";
import { forgetOldAttempts } from "@/server/tenancy/people/attempts";
import { forgetOldTokens } from "@/server/tenancy/people/token";
import { keepCollecting } from "./keep-collecting";
import { lifecycle } from "./lifecycle";
import { repeat } from "./repeat";
import { keepNotifying } from "./wake-up";

const EVERY_MS = 60 * 60 * 1000;
const SEND_MAILS_EVERY_MS = 15_000;
const RELEASE_REPLIES_EVERY_MS = 1_000;
const SUM_FIGURES_EVERY_MS = 15_000;
const ACT_ON_MANY_EVERY_MS = 1_000;
const MOVE_MONEY_EVERY_MS = 1_000;
const WARN_EVERY_MS = 60_000;

/** What nobody asks for but must be done: answers are kept for 24 hours, and hold customers' data. */
export function keepHouse(db: Connection["db"]): void {
  const clean = () => forgetAll(db).catch((error: unknown) => log().error({ err: error }, "what is old was not forgotten"));
  void clean();
  setInterval(clean, EVERY_MS).unref();

  // Those that must be tried again, or were committed by a process that then died: the others are sent at once.
  repeat(SEND_MAILS_EVERY_MS, "sending mails", () => sendMails(db));
  // A connection that breaks at the wrong moment can leave its query without any end. These may be begun anew while the former still runs.
  repeat(RELEASE_REPLIES_EVERY_MS, "sending held replies", () => withTimeout(60_000, releaseDueReplies(db)));
  repeat(SUM_FIGURES_EVERY_MS, "summing figures", () => withTimeout(10 * 60_000, refreshRollups(db)));
  repeat(ACT_ON_MANY_EVERY_MS, "acts on many invoices", () =>
    withTimeout(
      2 * 60_000,
      runBulkJobs(db, () => lifecycle.draining),
    ),
  );
  repeat(MOVE_MONEY_EVERY_MS, "asking about payments", () => withTimeout(2 * 60_000, moveMoney(db)));
  repeat(MOVE_MONEY_EVERY_MS, "the simulated bank's calls", () => makeCalls(db, callService));
  keepCollecting();
  keepNotifying();
  repeat(WARN_EVERY_MS, "warning of endpoints that fail", () => withTimeout(60_000, warnAboutFailing(db)));
}

async function forgetAll(db: Connection["db"]): Promise<void> {
  await forgetOldAnswers(db);
  await forgetOldAttempts(db);
  await forgetOldTokens(db);
  await forgetOldMails(db);
  await forgetOldDeliveries(db);
}

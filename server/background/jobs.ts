import type { Database } from "@/db/client";
import { forgetOldAnswers } from "@/server/api/idempotency";
import { matchNewTransactions } from "@/server/bank/payments/match-new-transactions";
import { rankDesk } from "@/server/bank/payments/rank-desk";
import { takeStatementFolder } from "@/server/bank/statements/take-statement-folder";
import { forgetOldMoneyActs } from "@/server/billing/approvals/money-acts";
import { putDueLimitsInForce } from "@/server/billing/approvals/set-second-person-rule";
import { runBulkJobs } from "@/server/billing/bulk-jobs/run-bulk-jobs";
import { eraseOldCustomers } from "@/server/billing/customers/retention";
import { refreshRollups } from "@/server/billing/figures/refresh-rollups";
import { tellExpiries } from "@/server/billing/mandates/tell-expiries";
import { callService } from "@/server/billing/payment-providers/simulated-bank/call";
import { makeCalls } from "@/server/billing/payment-providers/simulated-bank/make-calls";
import { followDuePayments } from "@/server/billing/payments/follow-due-payments";
import { sendDueRefunds } from "@/server/billing/refunds/send-due-refunds";
import { forgetOldNews } from "@/server/desk/news/forget-old-news";
import { mailDesk } from "@/server/desk/news/mail-desk";
import { mailDueDebits } from "@/server/desk/news/mail-due-debits";
import { mailNews } from "@/server/desk/news/mail-news";
import { releaseDueReplies } from "@/server/desk/tickets/release-due-replies";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@/server/domain/formats/time";
import { env } from "@/server/env";
import { forgetOldDeliveries } from "@/server/notifications/forget-old-deliveries";
import { sendNotifications } from "@/server/notifications/send-notifications";
import { warnAboutFailing } from "@/server/notifications/warn-about-failing";
import { recordRefusals } from "@/server/platform/audit/record-refusals";
import { forgetOldMails } from "@/server/platform/mail/forget-old-mails";
import { sendMails } from "@/server/platform/mail/send-mails";
import type { Scope } from "@/server/platform/scope";
import { forgetOldRequests } from "@/server/tenancy/api-requests/forget-old-requests";
import { forgetOldAttempts } from "@/server/tenancy/people/attempts";
import { forgetOldSessions } from "@/server/tenancy/people/list-sessions";
import { forgetOldTokens } from "@/server/tenancy/people/token";
import { runCollection } from "./run-collection";
import { runSeasons } from "./run-seasons";

export interface RunOptions {
  /** Checked between two units of work; true ends the run early. */
  isStopping?: () => boolean;
  scope?: Scope;
}

/** Results of a run: how much of each kind was done. */
export type Counts = Record<string, number>;

/** One kind of work that runs periodically. Any number of processes may run a job at the same time. */
export interface BackgroundJob {
  /** Name of the job, and last part of its address: `POST /api/background/<name>`. */
  name: string;
  does: string;
  /** Pause between two runs in a permanent process, in ms. */
  everyMs: number;
  /** Time-out of one run, in ms. A run that exceeds the time-out may overlap with the next one. */
  timeoutMs: number;
  /**
   * Number of separate connections in a permanent process, so that requests never wait for this job. Absent: the job uses the shared
   * pool.
   */
  connections?: number;
  /** Does the work that is due. */
  run: (db: Database, options: RunOptions) => Promise<Counts>;
}

/** All background work. Processes of the role `work`, `POST /api/background/[job]` and the metrics read this list. */
export const backgroundJobs: readonly BackgroundJob[] = [
  {
    name: "notifications",
    does: "Records what each endpoint is owed and delivers it (contract, section 4).",
    everyMs: SECOND_MS,
    timeoutMs: 6 * MINUTE_MS,
    connections: 3,
    run: async (db, options) => ({ ...(await sendNotifications(db, options)) }),
  },
  {
    name: "messages",
    does: "Starts collecting transmitted imports, charges late fees, mails payment requests and reminders, moves sandboxes' clocks.",
    everyMs: SECOND_MS,
    timeoutMs: 5 * MINUTE_MS,
    connections: 10,
    run: async (db, options) => ({ ...(await runCollection(db, options)) }),
  },
  {
    name: "payments",
    does: "Asks the payment providers about pending payments; orders due refunds, or asks about them.",
    everyMs: SECOND_MS,
    timeoutMs: 2 * MINUTE_MS,
    run: async (db, options) => ({ payments: await followDuePayments(db, options), refunds: await sendDueRefunds(db, options) }),
  },
  {
    name: "bank",
    does: "Looks at the payments of new bank statements, books those that are certain, and ranks the others again when their invoices change.",
    everyMs: SECOND_MS,
    timeoutMs: 5 * MINUTE_MS,
    run: async (db, options) => ({ looked: await matchNewTransactions(db, options), ranked: await rankDesk(db, options) }),
  },
  {
    name: "seasons",
    does: "Plays the seasons of sandboxes: a day's files of the bank, questions of customers, and what is due.",
    everyMs: SECOND_MS,
    timeoutMs: 5 * MINUTE_MS,
    connections: 2,
    run: async (db, options) => ({ days: await runSeasons(db, options) }),
  },
  {
    name: "statement-folder",
    does: "Takes banks' statement files from `STATEMENT_FOLDER`.",
    everyMs: 15 * SECOND_MS,
    timeoutMs: 5 * MINUTE_MS,
    run: async (db, { isStopping }) => {
      const { STATEMENT_FOLDER } = env();
      return { files: STATEMENT_FOLDER ? await takeStatementFolder(db, STATEMENT_FOLDER, isStopping) : 0 };
    },
  },
  {
    name: "replies",
    does: "Sends held replies to tickets whose undo time is over.",
    everyMs: SECOND_MS,
    timeoutMs: MINUTE_MS,
    run: async (db, options) => ({ sent: await releaseDueReplies(db, options) }),
  },
  {
    name: "bulk-actions",
    does: "Carries out bulk actions on invoices, one invoice at a time.",
    everyMs: SECOND_MS,
    timeoutMs: 2 * MINUTE_MS,
    run: async (db, options) => ({ turns: await runBulkJobs(db, options) }),
  },
  {
    name: "mails",
    does: "Retries mails to portal users. The first attempt is made when a mail is committed.",
    everyMs: 15 * SECOND_MS,
    timeoutMs: 2 * MINUTE_MS,
    run: async (db) => ({ sent: await sendMails(db) }),
  },
  {
    name: "figures",
    does: "Updates the daily sums behind the home page.",
    everyMs: 15 * SECOND_MS,
    timeoutMs: 10 * MINUTE_MS,
    run: async (db, options) => ({ companies: await refreshRollups(db, options) }),
  },
  {
    name: "simulated-bank",
    does: "Sends the simulated bank's webhooks.",
    everyMs: SECOND_MS,
    timeoutMs: MINUTE_MS,
    run: async (db) => ({ calls: await makeCalls(db, callService) }),
  },
  {
    name: "endpoint-warnings",
    does: "Warns administrators about failing endpoints, and switches off those that failed for 5 days.",
    everyMs: MINUTE_MS,
    timeoutMs: MINUTE_MS,
    run: async (db) => ({ warned: await warnAboutFailing(db) }),
  },
  {
    name: "news",
    does: "Mails people of questions, chargebacks and messages that did not arrive, at once or each morning, and once a day of payments that wait at the bank's desk, and of direct debits that are in no file in time.",
    everyMs: MINUTE_MS,
    timeoutMs: MINUTE_MS,
    run: async (db) => ({ told: await mailNews(db), toldOfDesk: await mailDesk(db), toldOfDebits: await mailDueDebits(db) }),
  },
  {
    name: "limits",
    does: "Puts raised and removed limits for a second person in force once their 24 hours are over.",
    everyMs: MINUTE_MS,
    timeoutMs: MINUTE_MS,
    run: async (db, options) => ({ inForce: await putDueLimitsInForce(db, options) }),
  },
  {
    name: "mandates",
    does: "Records which mandates have expired, so that partners are notified of it.",
    everyMs: HOUR_MS,
    timeoutMs: 5 * MINUTE_MS,
    run: async (db, options) => ({ expired: await tellExpiries(db, options) }),
  },
  {
    name: "refusals",
    does: "Writes down what people and keys were refused: one security event of each for an hour that is over.",
    everyMs: 5 * MINUTE_MS,
    timeoutMs: MINUTE_MS,
    run: async (db, options) => ({ recorded: await recordRefusals(db, options) }),
  },
  {
    name: "retention",
    does: "Erases customers from invoices that were settled longer ago than their partner keeps them.",
    everyMs: DAY_MS,
    timeoutMs: 30 * MINUTE_MS,
    run: async (db, options) => ({ erased: await eraseOldCustomers(db, options) }),
  },
  {
    name: "cleanup",
    does: "Deletes expired idempotency answers, sign-in attempts, tokens, sessions, mails, news, deliveries, logged requests, and acts that the limit for a second person no longer counts.",
    everyMs: HOUR_MS,
    timeoutMs: 10 * MINUTE_MS,
    run: async (db) => {
      await forgetOldAnswers(db);
      await forgetOldAttempts(db);
      await forgetOldTokens(db);
      await forgetOldSessions(db);
      await forgetOldMails(db);
      await forgetOldNews(db);
      await forgetOldDeliveries(db);
      await forgetOldRequests(db);
      await forgetOldMoneyActs(db);
      return {};
    },
  },
];

export function findBackgroundJob(name: string): BackgroundJob | undefined {
  return backgroundJobs.find((job) => job.name === name);
}

/** Returns the job. Throws if there is no such job. */
export function getBackgroundJob(name: string): BackgroundJob {
  const job = findBackgroundJob(name);
  if (!job) throw new Error(`There is no background job "${name}"`);
  return job;
}

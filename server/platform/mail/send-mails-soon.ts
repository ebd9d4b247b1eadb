import type { Database } from "@/db/client";
import { env } from "@/server/env";
import { log } from "@/server/platform/log";

/** One round runs at a time. `again`: another one was requested. `rounds`: resolves when the last one ends; absent if none runs. */
const sending: { rounds?: Promise<void>; again: boolean } = { again: false };

/** Sends just committed mails in the background. Without an SMTP server, mails stay in the queue. */
export function sendMailsSoon(db: Database): void {
  if (!env().SMTP_URL) return;
  sending.again = true;
  sending.rounds ??= sendWhileAsked(db);
}

/** Resolves once this process sends no mails in the background. */
export async function backgroundMailsSent(): Promise<void> {
  await sending.rounds;
}

/** Runs rounds until no other is requested. Checks `again` and ends in the same step, so that no request is lost in between. */
async function sendWhileAsked(db: Database): Promise<void> {
  while (sending.again) {
    sending.again = false;
    await sendNow(db).catch((error: unknown) => log().error({ err: error }, "sending mails failed"));
  }
  sending.rounds = undefined;
}

/** Loads the words of mails first, which services that queue mails do not need. */
async function sendNow(db: Database): Promise<void> {
  const { sendMails } = await import("./send-mails");
  await sendMails(db);
}

import type { Database } from "@/db/client";
import { env } from "@/server/env";
import { log } from "@/server/platform/log";

/** One round at a time, and one more if it is requested while a round runs. */
const sending = { running: false, again: false };

/** Sends just committed mails in the background. Without an SMTP server, mails stay in the queue. */
export function sendMailsSoon(db: Database): void {
  if (!env().SMTP_URL) return;
  sending.again = true;
  if (!sending.running) void sendWhileAsked(db);
}

/** Checks `again` and ends in the same step, so that no request is lost in between. */
async function sendWhileAsked(db: Database): Promise<void> {
  sending.running = true;
  while (sending.again) {
    sending.again = false;
    await sendNow(db).catch((error: unknown) => log().error({ err: error }, "sending mails failed"));
  }
  sending.running = false;
}

/** Loads the words of mails first, which services that queue mails do not need. */
async function sendNow(db: Database): Promise<void> {
  const { sendMails } = await import("./send-mails");
  await sendMails(db);
}

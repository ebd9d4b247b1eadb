import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { mails } from "@/db/schema/mails";
import { users } from "@/db/schema/users";
import type { Actor } from "@/server/actor";
import type { Locale } from "@/server/domain/formats/locales";
import { DomainError } from "@/server/errors";
import { withPicture } from "@/server/messages/hand-over";
import { sayInMessage } from "@/server/messages/say-in-message";
import { type CustomerMail, customerTransport, type Transport } from "@/server/messages/transport";
import { recordEvent } from "@/server/platform/audit/record-event";
import { newId } from "@/server/platform/id";
import { consume, rateLimiter } from "@/server/platform/rate-limit";
import { transact } from "@/server/platform/transact";
import { findPreview, type PreviewedMessage } from "./list-previews";
import type { PreviewOf } from "./preview-of";

const MOST_MAILS = 20;
const WINDOW_SECONDS = 15 * 60;

/**
 * Sends a previewed mail to the signed-in person, at the address with which they sign in, and returns that address. Its subject says that
 * it is a preview, and its links open only the preview. It is no message about the invoice. Sandboxes send it as well: only their mails to
 * customers never leave. Throws the errors of `findPreview`; `too_many_attempts` after 20 mails in 15 minutes;
 * `service_unavailable` if the mail server does not accept it.
 */
export async function sendPreview(
  db: Database,
  actor: Actor,
  of: PreviewOf,
  locale: Locale | null,
  wanted: Pick<PreviewedMessage, "kind" | "round">,
  transport: Transport = customerTransport(),
): Promise<string> {
  const reader = await findReader(db, actor);
  const { allowed } = await consume(rateLimiter("preview-mails", MOST_MAILS, WINDOW_SECONDS), reader.id);
  if (!allowed) throw new DomainError("too_many_attempts");
  const mail = await findPreview(db, actor, of, locale, wanted);
  const subject = sayInMessage[reader.locale]("preview", { subject: mail.subject });
  const sent = { ...mail, id: newId(), recipient: reader.email, subject };
  if (transport.kind === "none") throw new DomainError("service_unavailable");
  if (transport.kind === "smtp") await hand(transport, sent);
  await transact(db, actor, async (tx) => {
    if (transport.kind === "mailbox") await keep(tx, sent);
    const about = "companyId" in of ? `company:${of.companyId}` : `invoice:${of.invoiceId}`;
    await recordEvent(tx, actor, "preview_sent", { about, after: { message: wanted.kind } });
  });
  return reader.email;
}

/** Finds the person's own address. It is theirs: their account was opened by a mail to it, or by their organisation. */
async function findReader(db: Database, { kind, id, partnerId }: Actor) {
  const [reader] =
    kind === "person" && id
      ? await db
          .select({ id: users.id, email: users.email, locale: users.locale })
          .from(users)
          .where(and(eq(users.partnerId, partnerId), eq(users.id, id), isNull(users.disabledAt)))
      : [];
  if (!reader) throw new DomainError("not_allowed");
  return reader;
}

async function hand(transport: Transport & { kind: "smtp" }, mail: CustomerMail): Promise<void> {
  const connection = await transport.connect().catch(() => {
    throw new DomainError("service_unavailable");
  });
  try {
    const { state } = await connection.send(mail, async () => true);
    if (state !== "sent" && state !== "unknown") throw new DomainError("service_unavailable");
  } finally {
    connection.close();
  }
}

async function keep(tx: Database, mail: CustomerMail): Promise<void> {
  const { id, recipient, locale, sender, subject, text: body } = mail;
  const now = sql`now()`;
  await tx
    .insert(mails)
    .values({ id, recipient, locale, sender, subject, body, html: withPicture(mail), createdAt: now, nextAttemptAt: now, sentAt: now });
}

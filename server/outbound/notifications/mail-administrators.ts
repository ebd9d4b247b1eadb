import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { EndpointRow } from "@/db/schema/notifications";
import { users } from "@/db/schema/users";
import { env } from "@/server/env";
import { enqueueMail } from "@/server/outbound/mail/enqueue-mail";
import { type EndpointMailKind, mailText } from "@/server/outbound/mail/mail-text";

/** Owes each of the partner's administrators a mail about an endpoint, in their own language. */
export async function mailAdministrators(
  tx: Database,
  { partnerId, url, description }: EndpointRow,
  kind: EndpointMailKind,
  hours = 0,
): Promise<void> {
  const administrators = await tx
    .select({ id: users.id, locale: users.locale })
    .from(users)
    .where(and(eq(users.partnerId, partnerId), eq(users.role, "administrator"), isNull(users.disabledAt)))
    .orderBy(users.id);
  const { host } = new URL(url);
  // An address can hold a secret in its path, and a name of several lines could say in our mail what we do not.
  const endpoint = description.trim() ? `${description.replace(/\s+/g, " ").trim()} (${host})` : host;
  const link = `${env().PUBLIC_URL}/developers`;
  for (const { id, locale } of administrators)
    await enqueueMail(tx, id, locale, mailText(locale, kind, { endpoint, link, hours: String(hours) }));
}

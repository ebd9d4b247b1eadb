import type { Database } from "@/db/client";
import type { EndpointRow } from "@/db/schema/notifications";
import { env } from "@/server/env";
import { mailEachAdministrator } from "@/server/platform/mail/mail-each-administrator";

/** News about an endpoint, for a mail. */
type EndpointNews = { kind: "endpointFailing"; hours: number } | { kind: "endpointSwitchedOff" | "endpointGone" };

/** Queues a mail about an endpoint to each of the partner's administrators, in their own language. */
export async function mailAdministrators(tx: Database, { partnerId, url, description }: EndpointRow, news: EndpointNews): Promise<void> {
  const { host } = new URL(url);
  // Only the host: an address can hold a secret in its path. The description becomes one line, so that it cannot imitate the mail's text.
  const endpoint = description.trim() ? `${description.replace(/\s+/g, " ").trim()} (${host})` : host;
  const link = `${env().PUBLIC_URL}/developers`;
  if (news.kind === "endpointFailing") await mailEachAdministrator(tx, partnerId, news.kind, { endpoint, link, hours: news.hours });
  else await mailEachAdministrator(tx, partnerId, news.kind, { endpoint, link });
}

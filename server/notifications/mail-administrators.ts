import type { Database } from "@/db/client";
import type { EndpointRow } from "@/db/schema/notifications";
import { env } from "@/server/env";
import { mailEachAdministrator } from "@/server/platform/mail/mail-each-administrator";

/** Queues a mail about an endpoint to each of the partner's administrators, in their own language. */
export async function mailAdministrators(
  tx: Database,
  { partnerId, url, description }: EndpointRow,
  ...about: [kind: "endpointFailing", hours: number] | [kind: "endpointSwitchedOff" | "endpointGone"]
): Promise<void> {
  const { host } = new URL(url);
  // Only the host: an address can hold a secret in its path. The description becomes one line, so that it cannot imitate our text.
  const endpoint = description.trim() ? `${description.replace(/\s+/g, " ").trim()} (${host})` : host;
  const link = `${env().PUBLIC_URL}/developers`;
  if (about[0] === "endpointFailing") await mailEachAdministrator(tx, partnerId, about[0], { endpoint, link, hours: about[1] });
  else await mailEachAdministrator(tx, partnerId, about[0], { endpoint, link });
}

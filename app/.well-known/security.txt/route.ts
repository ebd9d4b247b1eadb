import { DAY_MS } from "@/server/domain/time";
import { env } from "@/server/env";

/** Asked at run time, never answered from what was built. */
export const dynamic = "force-dynamic";

const VALID_MS = 90 * DAY_MS;

/** Where to report a vulnerability (RFC 9116). Not found until the operator says where. */
export function GET(): Response {
  const { SECURITY_CONTACT, PUBLIC_URL } = env();
  if (!SECURITY_CONTACT) return new Response(null, { status: 404 });
  const lines = [
    `Contact: ${SECURITY_CONTACT}`,
    `Expires: ${new Date(Date.now() + VALID_MS).toISOString()}`,
    "Preferred-Languages: en, de, fr, it, nl",
    `Canonical: ${PUBLIC_URL}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join("\n")}\n`, { headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-cache" } });
}

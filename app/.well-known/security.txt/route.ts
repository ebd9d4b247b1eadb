import { DAY_MS } from "@/server/domain/formats/time";
import { env } from "@/server/env";

/** Rendered for each request, never at build time. */
export const dynamic = "force-dynamic";

const VALID_MS = 90 * DAY_MS;

/** Contact for reports of vulnerabilities (RFC 9116). Not found unless the operator has configured one. */
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

/** Code that verifies a notification with the standard library of the receiver's language. Shown in the portal, and run by a test. */
export const verifySnippets = {
  TypeScript: `import { createHmac, timingSafeEqual } from "node:crypto";

// body: the request's raw text, before anything parses it.
export function isOurs(secret: string, headers: Headers, body: string): boolean {
  const id = headers.get("webhook-id");
  const timestamp = headers.get("webhook-timestamp");
  const signatures = headers.get("webhook-signature");
  if (!id || !timestamp || !signatures) return false;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;

  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = [id, timestamp, body].join(".");
  const expected = Buffer.from(["v1", createHmac("sha256", key).update(signed).digest("base64")].join(","));
  // Two while a secret is being rotated.
  return signatures.split(" ").some((signature) => {
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
`,
  Python: `import base64, hashlib, hmac, time

# body: the request's raw bytes, before anything parses them.
def is_ours(secret, headers, body):
    webhook_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    signatures = headers.get("webhook-signature", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False

    key = base64.b64decode(secret.replace("whsec_", ""))
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # Two while a secret is being rotated.
    return any(hmac.compare_digest(given.encode(), expected) for given in signatures.split(" "))
`,
  PHP: `<?php

// $body: the request's raw text, file_get_contents('php://input').
function isOurs(string $secret, string $body): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    $signatures = $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }

    $key = base64_decode(str_replace('whsec_', '', $secret));
    $signed = $id . '.' . $timestamp . '.' . $body;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    // Two while a secret is being rotated.
    foreach (explode(' ', $signatures) as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}
`,
};

import type { Database } from "@/db/client";
import { decryptSecret } from "@/server/platform/secrets";
import type { ClaimedDelivery } from "./claim-deliveries";
import { reach } from "./loopback";
import { type PostOutcome, postSafely } from "./post-safely";
import { recordAttempt } from "./record-attempt";

import { signDelivery } from "./sign-delivery";

/** Posts a claimed delivery, outside any transaction, and records the outcome. */
export async function deliver(db: Database, delivery: ClaimedDelivery, now: () => Date): Promise<PostOutcome> {
  const { id, body, endpoint } = delivery;
  const startedAt = now();
  const headers = signDelivery({ id, body, at: startedAt, secrets: secretsOf(delivery, startedAt) });
  const outcome = await postSafely(endpoint.url, { headers, body }, reach());
  await recordAttempt(db, delivery, { ...outcome, startedAt, endedAt: now() });
  return outcome;
}

/** Returns the endpoint's valid secrets, newest first. */
function secretsOf({ endpoint }: ClaimedDelivery, now: Date): string[] {
  const { secretKeyId, secretData, previousSecretKeyId, previousSecretData, previousSecretUntil } = endpoint;
  const secretRow = `endpoints:${endpoint.id}` as const;
  const secrets = [decryptSecret({ keyId: secretKeyId, data: secretData }, secretRow)];
  if (previousSecretKeyId && previousSecretData && previousSecretUntil && previousSecretUntil > now) {
    secrets.push(decryptSecret({ keyId: previousSecretKeyId, data: previousSecretData }, secretRow));
  }
  return secrets;
}

import { Webhook } from "standardwebhooks";

export interface UnsignedDelivery {
  /** Stays the same over all attempts, so that a receiver can recognise a repetition. */
  id: string;
  body: string;
  /** Time of this attempt. Receivers refuse one that is more than five minutes off. */
  at: Date;
  /** Newest first: during a rotation the previous secret signs too. */
  secrets: string[];
}

/** Returns the headers of an attempt. Three of them let a receiver verify it, as the Standard Webhooks specification defines. */
export function signDelivery({ id, body, at, secrets }: UnsignedDelivery): Record<string, string> {
  return headersOf(id, at, secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(" "));
}

/** Returns the headers of an earlier attempt, with a placeholder for the signature, which is not stored. */
export function describeHeaders(id: string, at: Date): Record<string, string> {
  return headersOf(id, at, "v1,…");
}

function headersOf(id: string, at: Date, signature: string): Record<string, string> {
  return {
    "content-type": "application/json",
    "user-agent": "Invoice-Collection-Service",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": signature,
  };
}

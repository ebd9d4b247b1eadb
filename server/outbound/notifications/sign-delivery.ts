import { Webhook } from "standardwebhooks";

export interface UnsignedDelivery {
  /** Stays the same over all attempts, so that a receiver can tell a repetition. */
  id: string;
  body: string;
  /** When this attempt is made. Receivers refuse one that is more than five minutes off. */
  at: Date;
  /** Newest first: during a rotation the old one signs too. */
  secrets: string[];
}

/** The headers of an attempt; by three of them a receiver knows that it is ours, as the Standard Webhooks specification says. */
export function signDelivery({ id, body, at, secrets }: UnsignedDelivery): Record<string, string> {
  return headersOf(id, at, secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(" "));
}

/** The headers of an attempt that was made at that moment, as far as they are known afterwards: the signature is not kept. */
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

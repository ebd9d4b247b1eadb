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

/** The headers by which a receiver knows that a delivery is ours, as the Standard Webhooks specification says. */
export function signDelivery({ id, body, at, secrets }: UnsignedDelivery): Record<string, string> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(" "),
  };
}

import { createHmac } from "node:crypto";
import { authSecrets } from "@/server/env";

/** Keyed hash for low-entropy values such as IP addresses: comparable, but not reversible without the service's secret. */
export function keyedHash(text: string): string {
  return createHmac("sha256", authSecrets()[0]).update(text).digest("hex");
}

import { createHmac } from "node:crypto";
import { authSecrets } from "@/server/env";

/** What is kept of something that few enough are possible of to try them all, such as an address: it can be compared, but not found out without our secret. */
export function keyedHash(text: string): string {
  return createHmac("sha256", authSecrets()[0]).update(text).digest("hex");
}

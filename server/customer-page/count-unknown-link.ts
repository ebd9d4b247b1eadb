import { consume, rateLimiter } from "@/server/platform/rate-limit";

const MOST = 30;
const WINDOW_SECONDS = 60;

/**
 * Counts an unknown link and tells whether this address has opened too many by now. Links cannot be guessed; this limits the work that trying costs us.
 * Known links stay open to the address.
 */
export async function countUnknownLink(address: string): Promise<boolean> {
  return !(await consume(rateLimiter("unknown-links", MOST, WINDOW_SECONDS), address)).allowed;
}

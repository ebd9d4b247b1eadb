import { consume, rateLimiter } from "@/server/platform/rate-limit";

const MOST = 30;
const WINDOW_SECONDS = 60;

/**
 * Counts an unknown link, and returns whether this IP address has opened too many. Links cannot be guessed; the limit bounds the work that
 * guessing causes. Known links keep working for the address.
 */
export async function countUnknownLink(address: string): Promise<boolean> {
  return !(await consume(rateLimiter("unknown-links", MOST, WINDOW_SECONDS), address)).allowed;
}

import { consume, rateLimiter } from "@/server/platform/rate-limit";

/** Maximum number of unknown links that an IP address may open in `WINDOW_SECONDS`. */
const MOST_PER_WINDOW = 30;
const WINDOW_SECONDS = 60;

/**
 * Counts an unknown link, and returns whether this IP address has opened too many. Links cannot be guessed; the limit bounds the work that
 * guessing causes. From that IP address, known links keep working.
 */
export async function countUnknownLink(address: string): Promise<boolean> {
  return !(await consume(rateLimiter("unknown-links", MOST_PER_WINDOW, WINDOW_SECONDS), address)).allowed;
}

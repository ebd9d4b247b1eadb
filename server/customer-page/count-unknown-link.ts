import { RateLimiterMemory } from "rate-limiter-flexible";

const MOST = 30;
const WINDOW_SECONDS = 60;

/** Counts unknown links per client address. Links cannot be guessed; this limits the work that trying costs us. */
const opened = new RateLimiterMemory({ points: MOST, duration: WINDOW_SECONDS });

/** Counts a link that leads nowhere. Answers whether there were too many from this address by now; links that lead somewhere stay open to it. */
export async function countUnknownLink(address: string): Promise<boolean> {
  return opened.consume(address).then(
    () => false,
    () => true,
  );
}

import type { PostOutcome } from "./post-safely";

/** Whether the attempt was confirmed: any 2xx within the time-out (contract, section 4). */
export function isDelivered({ status, failure }: Pick<PostOutcome, "status" | "failure">): boolean {
  return failure === null && status !== null && status >= 200 && status <= 299;
}

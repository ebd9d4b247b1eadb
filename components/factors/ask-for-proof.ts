import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { failureOf } from "@/components/failures/failure";
import type { AppRouter } from "@/server/trpc/router";

/** Function that asks the reader for proof of identity, and resolves to whether they gave it. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;

/** Registers the function that asks the reader for proof of identity. Returns a function that unregisters it. */
export function registerProofAsker(newAsk: Ask): () => void {
  ask = newAsk;
  return () => {
    if (ask === newAsk) ask = undefined;
  };
}

/**
 * Link between the portal's client and the server. If a request is refused because proof of identity is missing, asks the reader for it and
 * repeats the request once, so that no page has to handle this refusal.
 */
export const proofLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const send = (onError: (error: Parameters<typeof observer.error>[0]) => void) =>
        next(op).subscribe({ next: (value) => observer.next(value), complete: () => observer.complete(), error: onError });
      let sent = send(async (error) => {
        const isProved = failureOf(error).code === "identity_not_proved" && (await ask?.());
        if (!isProved) return observer.error(error);
        sent = send((secondError) => observer.error(secondError));
      });
      return () => sent.unsubscribe();
    });

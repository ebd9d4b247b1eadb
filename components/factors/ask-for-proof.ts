import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { failureOf } from "@/components/failures/failure";
import type { AppRouter } from "@/server/trpc/router";

type Ask = () => Promise<boolean>;

let ask: Ask | undefined;

/** Registers the function that asks the reader for proof of identity. Returns a function that unregisters it. */
export function answerProofWith(asker: Ask): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = undefined;
  };
}

/**
 * When a request was refused because proof of identity is missing, asks for that proof and repeats the request, so that no page has to
 * handle it.
 */
export const proofLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const send = (refused: (error: Parameters<typeof observer.error>[0]) => void) =>
        next(op).subscribe({ next: (value) => observer.next(value), complete: () => observer.complete(), error: refused });
      let sent = send(async (error) => {
        const isProved = failureOf(error).code === "identity_not_proved" && (await ask?.());
        if (!isProved) return observer.error(error);
        sent = send((again) => observer.error(again));
      });
      return () => sent.unsubscribe();
    });

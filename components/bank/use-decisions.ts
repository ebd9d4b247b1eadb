"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { dismissToast, toastDone, toastFailed } from "@/components/ui/overlay/toast";

export interface ChosenPart {
  invoiceId: string;
  amountCents: number;
}

/** A payment in the state that the deciding person saw. */
export interface Seen {
  transactionId: string;
  seenDecisions: number;
}

export type Decision =
  | { kind: "book"; parts: ChosenPart[] }
  | { kind: "takeBack"; paymentId: string }
  | { kind: "say"; saying: "later" | "to_return" | "noted" | "open" }
  | { kind: "undo" };

interface Options {
  /** Called before the lists are read again, so that the next payment is known. */
  onDecided: (seen: Seen, decision: Decision) => void;
}

const UNDO_MS = 10_000;

/** Decides about payments, and confirms each decision by a toast with Undo. */
export function useDecisions({ onDecided }: Options) {
  const say = useTranslations("bank");
  const textOf = useFailureText();
  const queries = useQueryClient();
  const { bank } = useTRPC();
  const book = useMutation(bank.book.mutationOptions());
  const takeBack = useMutation(bank.takeBack.mutationOptions());
  const saying = useMutation(bank.say.mutationOptions());
  const undo = useMutation(bank.undo.mutationOptions());
  const last = useRef<Seen | null>(null);
  const toast = useRef<string>(undefined);
  const isBusy = book.isPending || takeBack.isPending || saying.isPending || undo.isPending;

  function decide(seen: Seen, decision: Decision) {
    if (isBusy) return;
    const onDone = (toldCustomers: number, isProposed = false) => {
      const now = { ...seen, seenDecisions: seen.seenDecisions + 1 };
      // A proposal is withdrawn on its own page instead.
      const canUndo = !isProposed && (decision.kind === "book" || decision.kind === "say");
      last.current = canUndo ? now : null;
      if (!isProposed) onDecided(seen, decision);
      const done = decision.kind === "say" ? decision.saying : isProposed ? "proposed" : decision.kind;
      const words = say(toldCustomers > 0 ? "done.undoTold" : `done.${done}`);
      // Fifty decisions may be made in ten minutes, so only the last one keeps its toast; the list shows the others.
      if (toast.current) dismissToast(toast.current);
      const action = { label: say("undo"), shortcut: "u", onAct: () => decide(now, { kind: "undo" }) };
      toast.current = toastDone(words, canUndo ? action : undefined, UNDO_MS);
      void queries.invalidateQueries();
    };
    const onError = (error: unknown) => {
      toastFailed(textOf(failureOf(error).code));
      void queries.invalidateQueries();
    };
    const callbacks = { onSuccess: () => onDone(0), onError };
    if (decision.kind === "book")
      book.mutate({ ...seen, parts: decision.parts }, { onSuccess: (outcome) => onDone(0, outcome === "proposed"), onError });
    else if (decision.kind === "takeBack") takeBack.mutate({ ...seen, paymentId: decision.paymentId }, callbacks);
    else if (decision.kind === "say") saying.mutate({ ...seen, saying: decision.saying }, callbacks);
    else undo.mutate(seen, { onSuccess: ({ toldCustomers }) => onDone(toldCustomers), onError });
  }

  /** Undoes the last decision. Returns false if there is none. */
  function undoLast(): boolean {
    if (!last.current) return false;
    decide(last.current, { kind: "undo" });
    last.current = null;
    return true;
  }

  return { decide, undoLast, isBusy };
}

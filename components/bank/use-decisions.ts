"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { dismissToast, toastDone, toastFailed } from "@/components/ui/overlay/toast";

export interface ChosenPart {
  invoiceId: string;
  amountCents: number;
  /** Outstanding amount of the invoice that the deciding person saw, in cents. */
  seenOutstandingCents: number;
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
  /** Called as soon as a decision is made, before the server has answered; for Undo, once it is done. */
  onDecided: (seen: Seen, decision: Decision) => void;
  /** Opens a payment whose decision was refused, if the reader asks for it. */
  onLookAgain: (transactionId: string) => void;
}

const UNDO_MS = 10_000;

/** Pause in ms within which a second press or click counts as the same one, so that it does not decide about the next payment. */
const DOUBLE_PRESS_MS = 250;

/**
 * Decides about payments, and confirms each decision by a toast with Undo. The reader goes on at once: decisions are sent one after
 * another, and a payment whose decision is refused returns to the list.
 */
export function useDecisions({ onDecided, onLookAgain }: Options) {
  const say = useTranslations("bank");
  const textOf = useFailureText();
  const queries = useQueryClient();
  const { bank } = useTRPC();
  const book = useMutation(bank.book.mutationOptions());
  const takeBack = useMutation(bank.takeBack.mutationOptions());
  const saying = useMutation(bank.say.mutationOptions());
  const undo = useMutation(bank.undo.mutationOptions());
  /** Decided payments, each with the number of decisions seen. Until a list is newer than that, it still contains them. */
  const [decided, setDecided] = useState<ReadonlyMap<string, number>>(new Map());
  const sending = useRef(Promise.resolve());
  const last = useRef<Seen | null>(null);
  const toast = useRef<string>(undefined);
  const decidedAt = useRef(Number.NEGATIVE_INFINITY);

  /** Sends a decision. Returns its outcome: a booking may be proposed instead, and customers may have been told about an undone one. */
  async function send(seen: Seen, decision: Decision): Promise<{ isProposed?: boolean; toldCustomers?: number }> {
    if (decision.kind === "book") return { isProposed: (await book.mutateAsync({ ...seen, parts: decision.parts })) === "proposed" };
    if (decision.kind === "undo") return undo.mutateAsync(seen);
    if (decision.kind === "takeBack") await takeBack.mutateAsync({ ...seen, paymentId: decision.paymentId });
    else await saying.mutateAsync({ ...seen, saying: decision.saying });
    return {};
  }

  const show = (transactionId: string) => setDecided((now) => new Map([...now].filter(([id]) => id !== transactionId)));

  async function carryOut(seen: Seen, decision: Decision, name: string): Promise<void> {
    try {
      const { isProposed = false, toldCustomers = 0 } = await send(seen, decision);
      // The list goes on showing a payment whose booking was proposed.
      if (isProposed) show(seen.transactionId);
      if (decision.kind === "undo") onDecided(seen, decision);
      confirm(seen, decision, isProposed, toldCustomers);
    } catch (error) {
      show(seen.transactionId);
      last.current = null;
      const action = { label: say("lookAgain"), onAct: () => onLookAgain(seen.transactionId) };
      toastFailed(say("refused", { name: name || say("noName"), reason: textOf(failureOf(error).code) }), action);
    }
    void queries.invalidateQueries();
  }

  function confirm(seen: Seen, decision: Decision, isProposed: boolean, toldCustomers: number) {
    const now = { ...seen, seenDecisions: seen.seenDecisions + 1 };
    // A proposal is withdrawn on its own page instead.
    const canUndo = !isProposed && (decision.kind === "book" || decision.kind === "say");
    last.current = canUndo ? now : null;
    const done = decision.kind === "say" ? decision.saying : isProposed ? "proposed" : decision.kind;
    const words = say(toldCustomers > 0 ? "done.undoTold" : `done.${done}`);
    // Fifty decisions may be made in ten minutes, so only the last one keeps its toast; the list shows the others.
    if (toast.current) dismissToast(toast.current);
    const action = { label: say("undo"), shortcut: "u", onAct: () => decide(now, { kind: "undo" }, "") };
    toast.current = toastDone(words, canUndo ? action : undefined, UNDO_MS);
  }

  /** Decides about a payment. `name` is the other party's, for the text if the decision is refused. */
  function decide(seen: Seen, decision: Decision, name: string): void {
    if (decision.kind !== "undo") {
      const now = performance.now();
      if (now - decidedAt.current < DOUBLE_PRESS_MS) return;
      decidedAt.current = now;
      setDecided((before) => new Map(before).set(seen.transactionId, seen.seenDecisions));
      onDecided(seen, decision);
    }
    sending.current = sending.current.then(() => carryOut(seen, decision, name));
  }

  /** Undoes the last decision, once it has arrived. */
  function undoLast(): void {
    sending.current = sending.current.then(async () => {
      const seen = last.current;
      last.current = null;
      if (seen) await carryOut(seen, { kind: "undo" }, "");
    });
  }

  /** Whether a list that shows the payment after so many decisions is older than the reader's decision about it. */
  const isDecided = (transactionId: string, decisions: number) => (decided.get(transactionId) ?? -1) >= decisions;

  return { decide, undoLast, isDecided, isUndoing: undo.isPending };
}

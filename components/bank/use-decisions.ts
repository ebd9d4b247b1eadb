"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { useUnsavedGuard } from "@/components/ui/form/use-unsaved-guard";
import { dismissToast, toastDone, toastFailed } from "@/components/ui/overlay/toast";
import { useRegion } from "@/components/ui/text/region";
import { formatMoney } from "@/server/domain/formats/money";
import type { PaymentCategory } from "@/server/domain/rules/statement-list";
import { type DecisionCounts, isOutdated, withDecision, withoutDecisions } from "./decision-counts";

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
  /** Name of the other party, or the payment's text if the bank names none; empty if it has neither. */
  name: string;
  /** Part of the amount that is not booked, in cents; for an Undo, the amount that it takes back. Negative: outgoing. */
  amountCents: number;
  /** Part of the amount that is booked already, in cents. */
  bookedCents: number;
  currency: string;
}

export type Decision =
  | { kind: "book"; parts: ChosenPart[] }
  | { kind: "takeBack"; paymentIds: string[]; chargesCents: number }
  | { kind: "assign"; debitIds: string[] }
  | { kind: "recogniseRefund"; itemId: string }
  | { kind: "recogniseGivenBack"; givenBackId: string }
  | { kind: "setAside"; state: "later" | "to_return" | "noted" | "open"; category?: PaymentCategory; text?: string }
  | { kind: "undo" };

/** A decision on its way to the server, or answered. */
interface MadeDecision {
  seen: Seen;
  decision: Decision;
  /**
   * Whether the decision can be undone. Decisions that book a payment, set it aside or name the payment that it gave back without a file can
   * be undone, unless they were refused or only proposed.
   */
  canUndo: boolean;
  /** The decision that an Undo takes back. */
  undoes?: MadeDecision;
}

interface Options {
  /** Opens the next payment, as soon as a decision is made. */
  onDecided: (seen: Seen) => void;
  /** Opens a payment whose decision was refused, or is to be undone. */
  onOpen: (transactionId: string) => void;
}

const UNDO_MS = 10_000;
/** Maximum length of a name in a confirmation, in characters. */
const LONGEST_NAME = 60;

const sumOf = (parts: readonly ChosenPart[]) => parts.reduce((sum, { amountCents }) => sum + amountCents, 0);

const isUndoable = ({ kind }: Decision) => kind === "book" || kind === "recogniseGivenBack" || kind === "setAside";

/**
 * Decides about payments, and confirms each decision by a toast with Undo. The reader goes on at once: decisions are sent one after
 * another, and a payment whose decision is refused returns to the list. If the connection breaks, no waiting decision is sent.
 */
export function useDecisions({ onDecided, onOpen }: Options) {
  const say = useTranslations("bank");
  const textOf = useFailureText();
  const region = useRegion();
  const queries = useQueryClient();
  const { bank } = useTRPC();
  // Without a connection, mutations fail instead of waiting unseen.
  const networkMode = "always";
  const book = useMutation(bank.book.mutationOptions({ networkMode }));
  const takeBack = useMutation(bank.takeBack.mutationOptions({ networkMode }));
  const assign = useMutation(bank.assign.mutationOptions({ networkMode }));
  const recogniseRefund = useMutation(bank.recogniseRefund.mutationOptions({ networkMode }));
  const recogniseGivenBack = useMutation(bank.recogniseGivenBack.mutationOptions({ networkMode }));
  const setAside = useMutation(bank.say.mutationOptions({ networkMode }));
  const undo = useMutation(bank.undo.mutationOptions({ networkMode }));
  /** Number of decisions that the reader saw, by payment that the reader decided about. Data with no higher number is older than the decision. */
  const [decided, setDecided] = useState<ReadonlyMap<string, number>>(new Map());
  /** Number of decisions that data must contain, by payment. Unlike `decided`, also counts an Undo, after which the list shows the payment. */
  const [counts, setCounts] = useState<DecisionCounts>(new Map());
  const [waiting, setWaiting] = useState<readonly MadeDecision[]>([]);
  const queue = useRef<MadeDecision[]>([]);
  const last = useRef<MadeDecision>(undefined);
  const toast = useRef<string>(undefined);
  useUnsavedGuard(waiting.length > 0, { withinPortal: false });

  /** Sends a decision. `isProposed`: the booking was only proposed. `toldCustomers`: number of customers who were told of an undone booking. */
  async function send({
    seen: { transactionId, seenDecisions },
    decision,
  }: MadeDecision): Promise<{ isProposed?: boolean; toldCustomers?: number }> {
    const seen = { transactionId, seenDecisions };
    if (decision.kind === "book") return { isProposed: (await book.mutateAsync({ ...seen, parts: decision.parts })) === "proposed" };
    if (decision.kind === "assign")
      return { isProposed: (await assign.mutateAsync({ ...seen, debitIds: decision.debitIds })) === "proposed" };
    if (decision.kind === "undo") return undo.mutateAsync(seen);
    if (decision.kind === "takeBack") {
      const { paymentIds, chargesCents } = decision;
      await takeBack.mutateAsync({ ...seen, paymentIds, chargesCents });
    } else if (decision.kind === "recogniseRefund") await recogniseRefund.mutateAsync({ ...seen, itemId: decision.itemId });
    else if (decision.kind === "recogniseGivenBack") await recogniseGivenBack.mutateAsync({ ...seen, givenBackId: decision.givenBackId });
    else await setAside.mutateAsync({ ...seen, saying: decision.state, category: decision.category, text: decision.text });
    return {};
  }

  /** Sends the decisions in the order in which they were made. */
  async function sendAll(): Promise<void> {
    for (let made = queue.current[0]; made; made = queue.current[0]) {
      const failure = await carryOut(made);
      // Without a connection, the decisions that wait would fail as well, so all of them end.
      const ended = failure === "not_reached" ? queue.current.splice(0) : queue.current.splice(0, 1);
      if (failure) refuse(made, failure, ended);
      setWaiting([...queue.current]);
      void queries.invalidateQueries();
    }
  }

  /** Returns the code of the failure, or undefined if the server has carried the decision out. */
  async function carryOut(made: MadeDecision): Promise<string | undefined> {
    const { seen, decision } = made;
    // An Undo of a decision that was refused or proposed has nothing to undo.
    if (decision.kind === "undo" && made.undoes?.canUndo === false) return undefined;
    try {
      const { isProposed = false, toldCustomers = 0 } = await send(made);
      // The list goes on showing a payment whose booking was proposed.
      if (isProposed) showAgain([seen.transactionId]);
      made.canUndo = !isProposed && isUndoable(decision);
      confirm(made, doneTextOf(decision, isProposed, toldCustomers));
      return undefined;
    } catch (error) {
      made.canUndo = false;
      return failureOf(error).code;
    }
  }

  function doneTextOf(decision: Decision, isProposed: boolean, toldCustomers: number): string {
    if (isProposed) return say("done.proposed");
    if (decision.kind === "setAside") {
      const { state, category, text } = decision;
      const tab = say(`tabs.${state}`);
      return category ? say("done.movedAs", { tab, category: text ?? say(`categories.${category}`) }) : say("done.moved", { tab });
    }
    return say(toldCustomers > 0 ? "done.undoTold" : `done.${decision.kind}`);
  }

  function confirm(made: MadeDecision, text: string) {
    // Fifty decisions may be made in ten minutes, so only the last one has a toast; the list shows the others.
    if (last.current !== made && made.decision.kind !== "undo") return;
    if (toast.current) dismissToast(toast.current);
    const action = { label: say("undo"), shortcut: "u", onAct: undoLast };
    const { name, currency } = made.seen;
    const cents = made.decision.kind === "book" ? sumOf(made.decision.parts) : made.seen.amountCents;
    const about = { name: nameOf(name), amount: formatMoney(cents, currency, region) };
    toast.current = toastDone(say("done.about", { ...about, done: text }), made.canUndo ? action : undefined, UNDO_MS);
  }

  /** Shortens a name that is a long text. */
  function nameOf(name: string): string {
    return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name || say("unnamed");
  }

  /** Shows the payments of the decisions that ended again, with a toast about the refused one. */
  function refuse({ seen, decision }: MadeDecision, code: string, ended: readonly MadeDecision[]) {
    showAgain(ended.map((made) => made.seen.transactionId));
    const name = nameOf(seen.name);
    const { kind } = decision;
    const reason = textOf(code);
    const words =
      code === "not_reached"
        ? say("notReached", { count: ended.length, name })
        : say(kind === "undo" ? "notUndone" : "refused", { name, reason });
    toastFailed(words, { label: say("lookAgain"), onAct: () => onOpen(seen.transactionId) });
  }

  /** Lets the lists and the pane show payments again as they were before the reader decided about them. */
  function showAgain(transactionIds: readonly string[]) {
    setDecided((now) => new Map([...now].filter(([id]) => !transactionIds.includes(id))));
    setCounts((now) => withoutDecisions(now, transactionIds));
  }

  function enqueue(made: MadeDecision) {
    queue.current.push(made);
    setCounts((now) => withDecision(now, made.seen));
    setWaiting([...queue.current]);
    // With earlier decisions in the queue, `sendAll` is still running.
    if (queue.current.length === 1) void sendAll();
  }

  function decide(seen: Seen, decision: Decision): void {
    const made = { seen, decision, canUndo: isUndoable(decision) };
    // The toast of an earlier decision would offer to undo that decision, while the key undoes this one.
    if (toast.current) dismissToast(toast.current);
    toast.current = undefined;
    last.current = made;
    if (decision.kind !== "undo") {
      setDecided((before) => new Map(before).set(seen.transactionId, seen.seenDecisions));
      onDecided(seen);
    }
    enqueue(made);
  }

  /** Undoes the last decision, once it has been carried out, and opens its payment. Returns false if there is none. */
  function undoLast(): boolean {
    const made = last.current;
    last.current = undefined;
    if (!made?.canUndo) return false;
    const { decision } = made;
    const { seenDecisions, amountCents, bookedCents } = made.seen;
    // Undo takes back everything booked of the payment, also by earlier decisions.
    const undoneCents = decision.kind === "book" ? bookedCents + sumOf(decision.parts) : amountCents;
    // The decision itself counts as well.
    const seen = { ...made.seen, seenDecisions: seenDecisions + 1, amountCents: undoneCents };
    onOpen(seen.transactionId);
    enqueue({ seen, decision: { kind: "undo" }, canUndo: false, undoes: made });
    return true;
  }

  /** Whether the reader has decided about a payment since a list was loaded that shows it with this number of decisions. */
  const isDecided = (transactionId: string, decisions: number) => (decided.get(transactionId) ?? -1) >= decisions;
  /** Whether data of a payment with this number of decisions is older than the reader's last decision or Undo. */
  const isOld = (transactionId: string, decisions: number) => isOutdated(counts, transactionId, decisions);
  const isSending = (transactionId: string) => waiting.some(({ seen }) => seen.transactionId === transactionId);

  return { decide, undoLast, isDecided, isOld, isSending, sendingCount: waiting.length };
}

"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useTRPC, useTRPCClient } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { dismissToast, toastDone, toastFailed } from "@/components/ui/overlay/toast";
import type { Conversation } from "@/server/desk/tickets/conversation";
import { UNDO_REPLY_MS } from "@/server/domain/rules/reply-hold";
import type { Desk } from "./desk";
import { restoreReply } from "./drafts";

/**
 * Times of the checks whether a held reply was sent, in ms after its due time. The long-running process sends a reply within about a second,
 * a scheduler within a minute.
 */
const REFRESH_AFTER_MS = [1_500, 10_000, 30_000, 70_000];

/** Conversation of an act, for the words of its toast. */
type Subject = Pick<Conversation, "invoiceId" | "customerName" | "companyName">;

interface ReplyToSend {
  message: string;
  thenArchive: boolean;
  /** Undefined: send even if there are newer messages. */
  lastSeenTicketId: string | null | undefined;
}

/**
 * `reply`, `addNote` and `keepDraft` throw the server's refusal, so that the composer keeps the text and shows the refusal. All other acts
 * show refusals themselves.
 */
export interface Acts {
  reply: (to: Subject, reply: ReplyToSend) => Promise<void>;
  addNote: (to: Subject, text: string) => Promise<void>;
  keepDraft: (to: Pick<Subject, "invoiceId">, draft: { reply: string; note: string }) => Promise<void>;
  recall: (to: Subject, heldReplyId: string) => Promise<void>;
  sendNow: (to: Subject) => Promise<void>;
  archive: (to: Subject, lastSeenTicketId: string | null) => Promise<void>;
  unarchive: (to: Subject, archivingId?: string) => Promise<void>;
  assign: (to: Subject) => Promise<void>;
  /** The partner takes the conversation back from support, or support hands it back. */
  handBack: (to: Subject) => Promise<void>;
  /** Undoes the reader's last act that can be undone. Returns false if there is none. */
  undoLast: () => boolean;
  refresh: () => Promise<void>;
}

/**
 * Acts on conversations, with toasts, Undo and messages about failures. `onReturn` shows a conversation again after an Undo, a reopening or
 * a refused archiving. With `isWriting`, the editor contains the text of a reply that was taken back.
 */
export function useActs(desk: Desk, onReturn: (invoiceId: string, isWriting: boolean) => void): Acts {
  const say = useTranslations("conversation.done");
  const sayFailure = useFailureText();
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const undo = useRef<(() => void) | null>(null);
  const procedures = desk === "support" ? client.support : client.tickets;

  async function refresh() {
    const filters = desk === "support" ? [trpc.support.pathFilter()] : [trpc.tickets.pathFilter(), trpc.invoice.timeline.pathFilter()];
    await Promise.all(filters.map((filter) => queries.invalidateQueries(filter)));
  }

  /** Does the work, and shows its failure. Refreshes the page's data in either case. */
  async function settle(work: () => Promise<unknown>) {
    try {
      await work();
    } catch (error) {
      toastFailed(sayFailure(failureOf(error).code));
    } finally {
      await refresh();
    }
  }

  /** Shows a toast with Undo, which also works by its key until the next act. Returns a function that withdraws both. */
  function announce(message: string, onUndo: () => Promise<void>, shownMs?: number) {
    const undoOnce = () => {
      if (undo.current === undoOnce) undo.current = null;
      dismissToast(toast);
      void onUndo();
    };
    undo.current = undoOnce;
    const toast = toastDone(message, { label: say("undo"), shortcut: "u", onAct: undoOnce }, shownMs);
    return function withdraw() {
      if (undo.current === undoOnce) undo.current = null;
      dismissToast(toast);
    };
  }

  /** Shows the conversation as archived until the server's data arrives. */
  function showAsArchived({ invoiceId }: Subject) {
    const asArchived = (known: Conversation): Conversation => ({
      ...known,
      // A conversation without messages has no status.
      status: known.status && "archived",
      waitingSince: null,
      assignedToSupportAt: null,
    });
    queries.setQueryData(trpc.tickets.conversation.queryKey({ invoiceId }), (known) => known && asArchived(known));
    queries.setQueryData(
      trpc.support.conversation.queryKey({ invoiceId }),
      (known) => known && { ...known, isAssigned: false, conversation: asArchived(known.conversation) },
    );
  }

  const acts: Acts = {
    refresh,
    async reply(to, { message, thenArchive, lastSeenTicketId }) {
      const held = await procedures.reply.mutate({ invoiceId: to.invoiceId, message, thenArchive, lastSeenTicketId });
      announce(say("sending", { customer: to.customerName }), () => acts.recall(to, held.id), UNDO_REPLY_MS);
      for (const afterMs of REFRESH_AFTER_MS) setTimeout(() => void refresh(), held.remainingMs + afterMs);
      void refresh();
    },
    async addNote({ invoiceId }, text) {
      await procedures.addNote.mutate({ invoiceId, text });
      await refresh();
    },
    async keepDraft({ invoiceId }, draft) {
      await procedures.keepDraft.mutate({ invoiceId, ...draft });
    },
    recall: ({ invoiceId }, heldReplyId) =>
      settle(async () => {
        const { message } = await procedures.recallReply.mutate({ heldReplyId });
        restoreReply(invoiceId, message);
        onReturn(invoiceId, true);
      }),
    sendNow: ({ invoiceId }) => settle(() => procedures.sendNow.mutate({ invoiceId })),
    archive(to, lastSeenTicketId) {
      const { invoiceId } = to;
      const archiving = procedures.archive.mutate({ invoiceId, lastSeenTicketId });
      showAsArchived(to);
      const withdraw = announce(say("archived", { customer: to.customerName }), async () => {
        // If Undo is pressed before the server has answered, waits for the answer.
        const archivingId = await archiving.catch(() => null);
        if (archivingId) await acts.unarchive(to, archivingId);
      });
      return settle(async () => {
        try {
          await archiving;
        } catch (error) {
          withdraw();
          onReturn(invoiceId, false);
          throw error;
        }
      });
    },
    unarchive: ({ invoiceId }, archivingId) =>
      settle(async () => {
        await procedures.unarchive.mutate({ invoiceId, archivingId });
        onReturn(invoiceId, false);
      }),
    assign: (to) =>
      settle(async () => {
        const { invoiceId, customerName: customer } = to;
        await client.tickets.assignToSupport.mutate({ invoiceId });
        announce(say("assigned", { customer }), async () => {
          await settle(() => client.tickets.takeBack.mutate({ invoiceId }));
          onReturn(invoiceId, false);
        });
      }),
    handBack: (to) =>
      settle(async () => {
        const { invoiceId, customerName: customer, companyName: company } = to;
        if (desk === "support") {
          await client.support.handBack.mutate({ invoiceId });
          toastDone(say("handedBack", { customer, company }));
        } else {
          await client.tickets.takeBack.mutate({ invoiceId });
          announce(say("takenBack", { customer }), () => acts.assign(to));
        }
      }),
    undoLast() {
      const last = undo.current;
      last?.();
      return last !== null;
    },
  };
  return acts;
}

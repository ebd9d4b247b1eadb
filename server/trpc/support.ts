import { sendNewLink } from "@/server/customer-page/renew-link";
import { actAsSupport } from "@/server/desk/support/act-as-support";
import { countSupportConversations } from "@/server/desk/support/count-support-conversations";
import { getSupportConversation } from "@/server/desk/support/get-support-conversation";
import { listSupportConversations } from "@/server/desk/support/list-support-conversations";
import { recallSupportReply } from "@/server/desk/support/recall-support-reply";
import { addNote } from "@/server/desk/tickets/add-note";
import { archiveTickets } from "@/server/desk/tickets/archive-tickets";
import { handBack } from "@/server/desk/tickets/hand-back";
import { holdReply } from "@/server/desk/tickets/hold-reply";
import { keepDraft } from "@/server/desk/tickets/keep-draft";
import { sendHeldReplies } from "@/server/desk/tickets/send-held-replies";
import { unarchiveTickets } from "@/server/desk/tickets/unarchive-tickets";
import { router, supportProcedure } from "./init";
import {
  conversationNarrowing,
  conversationPage,
  heldReply,
  newDraft,
  newNote,
  newReply,
  ofInvoice,
  toArchive,
  toUnarchive,
} from "./tickets";

/** Conversations of all partners that are assigned to support. Each act checks the assignment in its transaction. */
export const supportRouter = router({
  list: supportProcedure.input(conversationPage).query(({ ctx, input }) => listSupportConversations(ctx.db, ctx, input)),
  counts: supportProcedure.input(conversationNarrowing).query(({ ctx, input }) => countSupportConversations(ctx.db, ctx, input)),
  conversation: supportProcedure.input(ofInvoice).query(({ ctx, input }) => getSupportConversation(ctx.db, ctx, input.invoiceId)),
  reply: supportProcedure
    .input(newReply)
    .mutation(({ ctx, input: { invoiceId, ...reply } }) =>
      actAsSupport(ctx.db, ctx, invoiceId, (tx, actor) => holdReply(tx, actor, invoiceId, { ...reply, sender: "support" })),
    ),
  recallReply: supportProcedure.input(heldReply).mutation(({ ctx, input }) => recallSupportReply(ctx.db, ctx, input.heldReplyId)),
  sendNow: supportProcedure
    .input(ofInvoice)
    .mutation(({ ctx, input: { invoiceId } }) =>
      actAsSupport(ctx.db, ctx, invoiceId, (tx, actor) => sendHeldReplies(tx, actor, invoiceId)),
    ),
  addNote: supportProcedure
    .input(newNote)
    .mutation(({ ctx, input: { invoiceId, ...note } }) =>
      actAsSupport(ctx.db, ctx, invoiceId, (tx, actor) => addNote(tx, actor, invoiceId, note)),
    ),
  keepDraft: supportProcedure
    .input(newDraft)
    .mutation(({ ctx, input: { invoiceId, ...texts } }) =>
      actAsSupport(ctx.db, ctx, invoiceId, (tx, actor) => keepDraft(tx, actor, invoiceId, texts)),
    ),
  archive: supportProcedure
    .input(toArchive)
    .mutation(({ ctx, input: { invoiceId, ...seen } }) =>
      actAsSupport(ctx.db, ctx, invoiceId, (tx, actor) => archiveTickets(tx, actor, invoiceId, seen)),
    ),
  unarchive: supportProcedure
    .input(toUnarchive)
    .mutation(({ ctx, input: { invoiceId, archivingId } }) =>
      actAsSupport(ctx.db, ctx, invoiceId, (tx, actor) => unarchiveTickets(tx, actor, invoiceId, archivingId), "undo"),
    ),
  sendNewLink: supportProcedure
    .input(ofInvoice)
    .mutation(({ ctx, input: { invoiceId } }) => actAsSupport(ctx.db, ctx, invoiceId, (tx, actor) => sendNewLink(tx, actor, invoiceId))),
  handBack: supportProcedure
    .input(ofInvoice)
    .mutation(({ ctx, input: { invoiceId } }) => actAsSupport(ctx.db, ctx, invoiceId, (tx, actor) => handBack(tx, actor, invoiceId))),
});

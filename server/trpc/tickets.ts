import { z } from "zod";
import { addNote } from "@/server/desk/tickets/add-note";
import { archiveTickets } from "@/server/desk/tickets/archive-tickets";
import { assignToSupport } from "@/server/desk/tickets/assign-to-support";
import { countConversations } from "@/server/desk/tickets/count-conversations";
import { getConversation } from "@/server/desk/tickets/get-conversation";
import { handBack } from "@/server/desk/tickets/hand-back";
import { holdReply } from "@/server/desk/tickets/hold-reply";
import { keepDraft } from "@/server/desk/tickets/keep-draft";
import { listConversations } from "@/server/desk/tickets/list-conversations";
import { recallReply } from "@/server/desk/tickets/recall-reply";
import { sendHeldReplies } from "@/server/desk/tickets/send-held-replies";
import { unarchiveTickets } from "@/server/desk/tickets/unarchive-tickets";
import { locales } from "@/server/domain/formats/locales";
import { inboxTabs } from "@/server/domain/rules/inbox-tabs";
import { requiredText } from "@/server/platform/fields";
import { answerProcedure, portalProcedure, router } from "./init";
import { id, moment } from "./input";

/** Filters of an inbox. */
export const conversationNarrowing = z.object({
  search: z.string().nullish(),
  language: z.enum(locales).nullish(),
  mine: z.boolean().nullish(),
});

/** A position in an inbox: the tab, and the conversation after which to continue. */
export const conversationPage = conversationNarrowing.extend({
  status: z.enum(["unanswered", "answered", "archived"]),
  cursor: z.object({ at: moment, id }).nullish(),
  pageSize: z.number().int().min(1).max(100).default(50),
  order: z.enum(["oldest", "newest"]).nullish(),
});

export const ofInvoice = z.object({ invoiceId: id });
/** Newest ticket that the author of a reply or an archiving saw. */
const seen = { lastSeenTicketId: id.nullable().optional() };
export const newReply = ofInvoice.extend({ message: requiredText("invalid_message", { max: 10_000 }), thenArchive: z.boolean(), ...seen });
export const heldReply = z.object({ heldReplyId: id });
export const newNote = ofInvoice.extend({ text: requiredText("invalid_note", { max: 10_000 }) });
/** Text of a draft, which may be empty. Refuses NUL, which Postgres cannot store in text. */
const draftText = z
  .string()
  .max(10_000)
  .refine((text) => !text.includes("\0"));
export const newDraft = ofInvoice.extend({ reply: draftText, note: draftText });
export const toArchive = ofInvoice.extend(seen);
export const toUnarchive = ofInvoice.extend({ archivingId: id.optional() });

/** The partner's conversations with its customers. */
export const ticketsRouter = router({
  list: portalProcedure
    .input(conversationPage.extend({ status: z.enum(inboxTabs), companyId: id.nullish() }))
    .query(({ ctx, input }) => listConversations(ctx.db, ctx.actor, input)),
  counts: portalProcedure
    .input(conversationNarrowing.extend({ companyId: id.nullish() }))
    .query(({ ctx, input }) => countConversations(ctx.db, ctx.actor, input)),
  conversation: portalProcedure.input(ofInvoice).query(({ ctx, input }) => getConversation(ctx.db, ctx.actor, input.invoiceId)),
  reply: answerProcedure
    .input(newReply)
    .mutation(({ ctx, input: { invoiceId, ...reply } }) => holdReply(ctx.db, ctx.actor, invoiceId, { ...reply, sender: "company" })),
  recallReply: answerProcedure.input(heldReply).mutation(({ ctx, input }) => recallReply(ctx.db, ctx.actor, input.heldReplyId)),
  sendNow: answerProcedure.input(ofInvoice).mutation(({ ctx, input }) => sendHeldReplies(ctx.db, ctx.actor, input.invoiceId)),
  addNote: answerProcedure.input(newNote).mutation(({ ctx, input }) => addNote(ctx.db, ctx.actor, input.invoiceId, input)),
  keepDraft: answerProcedure.input(newDraft).mutation(({ ctx, input }) => keepDraft(ctx.db, ctx.actor, input.invoiceId, input)),
  archive: answerProcedure.input(toArchive).mutation(({ ctx, input }) => archiveTickets(ctx.db, ctx.actor, input.invoiceId, input)),
  unarchive: answerProcedure
    .input(toUnarchive)
    .mutation(({ ctx, input }) => unarchiveTickets(ctx.db, ctx.actor, input.invoiceId, input.archivingId)),
  assignToSupport: answerProcedure.input(ofInvoice).mutation(({ ctx, input }) => assignToSupport(ctx.db, ctx.actor, input.invoiceId)),
  takeBack: answerProcedure.input(ofInvoice).mutation(({ ctx, input }) => handBack(ctx.db, ctx.actor, input.invoiceId)),
});

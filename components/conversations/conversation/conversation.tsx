"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Suspense, useRef } from "react";
import { useTRPC } from "@/components/data/trpc";
import { RequiresRight } from "@/components/shell/reader-rights";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/form/button";
import { Section } from "@/components/ui/page/section";
import { Chip } from "@/components/ui/text/chip";
import { Kbd } from "@/components/ui/text/kbd";
import type { Conversation as ConversationAbout } from "@/server/desk/tickets/conversation";
import { inboxTabOf } from "@/server/domain/rules/inbox-tabs";
import { EntriesSkeleton } from "./conversation-skeleton";
import { Entries } from "./entries";
import { type ComposerHandle, ReplyComposer } from "./reply-composer";
import { useActs } from "./use-acts";
import { REFETCH_MS } from "./use-conversation";
import { useIsMounted } from "./use-is-mounted";
import { type ConversationAct, usePossibleActs } from "./use-possible-acts";

/**
 * The conversation about an invoice, as part of a page: entries, acts and composer. Its texts are in the namespace `conversation`. The page
 * prefetches `tickets.conversation` for the invoice.
 */
export function Conversation({ invoiceId }: { invoiceId: string }) {
  const say = useTranslations("conversation");
  return (
    <Suspense
      fallback={
        <Section title={say("title")}>
          <EntriesSkeleton />
        </Section>
      }
    >
      <Loaded invoiceId={invoiceId} />
    </Suspense>
  );
}

function Loaded({ invoiceId }: { invoiceId: string }) {
  const say = useTranslations("conversation");
  const { data: conversation } = useSuspenseQuery(
    useTRPC().tickets.conversation.queryOptions({ invoiceId }, { refetchInterval: REFETCH_MS }),
  );
  const composer = useRef<ComposerHandle>(null);
  const body = useRef<HTMLDivElement>(null);
  const router = useRouter();
  const isMounted = useIsMounted();
  const acts = useActs("partner", (_invoiceId, isWriting) => {
    // A toast's Undo also works after the reader has left the page.
    if (!isMounted.current) router.push(`/invoices/${invoiceId}`);
    else if (isWriting) composer.current?.write("reply");
  });
  const possible = usePossibleActs("partner", conversation);

  function perform(name: ConversationAct["name"]) {
    if (!possible.some((act) => act.name === name)) return false;
    if (name === "archive") void acts.archive(conversation, conversation.lastSeenTicketId);
    else void acts[name](conversation);
    return true;
  }
  useShortcuts({
    r: () => composer.current?.write("reply"),
    n: () => composer.current?.write("note"),
    a: () => perform("assign"),
    h: () => perform("handBack"),
    e: () => perform("archive"),
    u: () => perform("unarchive") || acts.undoLast(),
  });

  return (
    <Section
      title={say("title")}
      note={<StatusChip conversation={conversation} />}
      actions={possible.map(({ name, icon, label, shortcut }) => (
        <Button key={name} variant="quiet" size="sm" onClick={() => perform(name)}>
          {icon}
          {label}
          <Kbd>{shortcut}</Kbd>
        </Button>
      ))}
    >
      <div ref={body} tabIndex={-1} className="grid gap-4 outline-none">
        <Entries desk="partner" conversation={conversation} acts={acts} />
        <RequiresRight right="answer">
          <ReplyComposer
            ref={composer}
            conversation={conversation}
            acts={acts}
            onDone={() => body.current?.focus()}
            onLeave={() => body.current?.focus()}
          />
        </RequiresRight>
      </div>
    </Section>
  );
}

/** State of the conversation, by its tab in the inbox. Amber if the company must answer, or its last reply did not arrive. */
function StatusChip({ conversation }: { conversation: ConversationAbout }) {
  const say = useTranslations("conversation.status");
  const { entries, isReplyLost } = conversation;
  const tab = inboxTabOf(conversation);
  if (tab === "with_support") return <Chip tone="waiting">{say("withSupport")}</Chip>;
  if (tab === "archived") return <Chip tone="done">{say("archived")}</Chip>;
  if (tab === "answered" && isReplyLost) return <Chip tone="attention">{say("notDelivered")}</Chip>;
  if (tab === "answered") return <Chip tone="waiting">{say("answered")}</Chip>;
  if (tab === null) return null;
  const count = entries.filter((entry) => entry.kind === "ticket" && entry.status === "unanswered").length;
  return <Chip tone="attention">{say("unanswered", { count })}</Chip>;
}

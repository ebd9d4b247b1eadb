"use client";

import { clsx } from "clsx";
import { Archive, CirclePause, FlaskConical, LifeBuoy, MailX, Reply, Send, SquarePen } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { Desk } from "@/components/conversations/conversation/desk";
import { useHasDraft } from "@/components/conversations/conversation/drafts";
import { Waiting } from "@/components/conversations/conversation/waiting";
import { onPlainClick } from "@/components/shell/on-plain-click";
import { Fact } from "@/components/ui/text/fact";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { ListedConversation } from "@/server/desk/tickets/conversation";
import { inboxTabOf } from "@/server/domain/rules/inbox-tabs";

interface InboxRowProps {
  desk: Desk;
  entry: ListedConversation;
  href: string;
  isOpen: boolean;
  onOpen: (invoiceId: string) => void;
}

/** One conversation in the list: customer, waiting time, subject and state. */
export function InboxRow({ desk, entry, href, isOpen, onOpen }: InboxRowProps) {
  const { invoiceId, customerName, companyName, invoiceNumber, locale, lastMessage, isSandbox } = entry;

  return (
    <li className="border-b border-line">
      <Link
        href={href}
        prefetch={false}
        aria-current={isOpen ? "true" : undefined}
        data-invoice={invoiceId}
        onClick={onPlainClick(() => onOpen(invoiceId))}
        className={clsx(
          "relative grid gap-1 px-4 py-3 text-sm text-inherit -outline-offset-2 hover:no-underline",
          isOpen ? "bg-selected before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent-text" : "hover:bg-hover",
        )}
      >
        <span className="flex min-w-0 items-center justify-between gap-2">
          <b className="min-w-0 truncate font-medium">{customerName}</b>
          <Standing desk={desk} entry={entry} />
        </span>
        <span className="flex min-w-0 items-center justify-between gap-2 text-xs text-ink-faint">
          <span className="flex min-w-0 gap-1">
            <span className="truncate">{companyName}</span>
            <span className="flex-none">· {invoiceNumber}</span>
            {desk === "support" && isSandbox && <SandboxMark />}
          </span>
          <span className="flex flex-none items-center gap-2">
            {entry.isObjected && <ObjectedMark />}
            <Progress entry={entry} />
          </span>
        </span>
        {lastMessage && (
          <span className="line-clamp-2 text-ink-muted wrap-anywhere" lang={locale}>
            {lastMessage.snippet}
          </span>
        )}
      </Link>
    </li>
  );
}

/** Marks a conversation of a sandbox, because support's list contains real and invented ones. */
function SandboxMark() {
  const say = useTranslations("conversation.list");
  return (
    <Fact tone="inProgress" icon={FlaskConical} small className="flex-none">
      {say("sandbox")}
    </Fact>
  );
}

function ObjectedMark() {
  const say = useTranslations("conversation.list");
  return (
    <Fact tone="ourTurn" icon={CirclePause} small>
      {say("objected")}
    </Fact>
  );
}

/** Shows who must act, and since when. */
function Standing({ desk, entry }: Pick<InboxRowProps, "desk" | "entry">) {
  const say = useTranslations("conversation.status");
  const tab = desk === "partner" ? inboxTabOf(entry) : entry.status;
  const isWithSupport = tab === "with_support";
  if (entry.waitingSince) return <Waiting since={entry.waitingSince} isWithSupport={isWithSupport} />;
  if (isWithSupport) {
    return (
      <Fact tone="neutral" icon={LifeBuoy} small>
        {say("withSupport")}
      </Fact>
    );
  }
  if (tab === "archived") {
    return (
      <Fact tone="paid" icon={Archive} small>
        {say("archived")}
      </Fact>
    );
  }
  // No messages yet.
  if (tab === null) return null;
  if (entry.isReplyLost) {
    return (
      <Fact tone="ourTurn" icon={MailX} small>
        {say("notDelivered")}
      </Fact>
    );
  }
  return (
    <Fact tone="neutral" icon={Reply} small>
      {say("answered")}
    </Fact>
  );
}

/** Shows a held reply or a draft; otherwise the time of the last message, unless `Standing` shows how long a question has waited. */
function Progress({
  entry: { invoiceId, isReplyHeld, hasDraft: hasStoredDraft, waitingSince, lastMessage },
}: Pick<InboxRowProps, "entry">) {
  const say = useTranslations("conversation.list");
  const hasDraft = useHasDraft(invoiceId) ?? hasStoredDraft;
  if (isReplyHeld) {
    return (
      <Fact tone="inProgress" icon={Send} small>
        {say("sending")}
      </Fact>
    );
  }
  if (hasDraft) {
    return (
      <Fact tone="inProgress" icon={SquarePen} small>
        {say("draft")}
      </Fact>
    );
  }
  return !waitingSince && lastMessage ? <RelativeTime at={lastMessage.at} className="flex-none" /> : null;
}

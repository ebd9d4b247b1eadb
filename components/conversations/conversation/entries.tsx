"use client";

import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fact } from "@/components/ui/text/fact";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import { Conversation, Message, SystemLine } from "@/components/ui/text/message";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { Conversation as ConversationAbout, ConversationEntry } from "@/server/desk/tickets/conversation";
import { type Desk, useMayAct } from "./desk";
import { HeldReply } from "./held-reply";
import type { Acts } from "./use-acts";
import { useAuthorWords } from "./use-author-words";
import { Waiting } from "./waiting";

interface EntriesProps {
  desk: Desk;
  conversation: ConversationAbout;
  acts: Acts;
}

/** Messages, notes and acts, oldest first, and held replies. */
export function Entries({ desk, conversation, acts }: EntriesProps) {
  const say = useTranslations("conversation");
  const { nameOf } = useAuthorWords(conversation);
  const mayAct = useMayAct(desk, conversation);
  const firstWaiting = conversation.entries.find((entry) => entry.kind === "ticket" && entry.status === "unanswered");
  return (
    <Conversation>
      {conversation.entries.length === 0 && <p className="text-sm text-ink-muted">{say("nothingSaid")}</p>}
      {conversation.entries.map((entry) => (
        <Entry
          key={`${entry.kind} ${entry.id}`}
          entry={entry}
          conversation={conversation}
          isFirstWaiting={entry === firstWaiting}
          isWithSupport={desk === "partner" && conversation.assignedToSupportAt !== null}
        />
      ))}
      {conversation.heldReplies.map((held) => (
        <HeldReply key={held.id} held={held} conversation={conversation} acts={acts} mayAct={mayAct} />
      ))}
      {conversation.colleaguesReplying.map((author) => (
        <Fact key={nameOf(author)} tone="inProgress" icon={Send} small>
          {say("colleagueSending", { name: nameOf(author) })}
        </Fact>
      ))}
    </Conversation>
  );
}

interface EntryProps {
  entry: ConversationEntry;
  conversation: ConversationAbout;
  /** Whether this is the first unanswered question. */
  isFirstWaiting: boolean;
  /** Whether support must answer instead of the reader. */
  isWithSupport: boolean;
}

function Entry({ entry, conversation, isFirstWaiting, isWithSupport }: EntryProps) {
  const say = useTranslations("conversation.acts");
  const { nameOf, roleOf } = useAuthorWords(conversation);
  const { locale } = conversation;

  if (entry.kind === "ticket") {
    return (
      <Message
        side={entry.sender === "customer" ? "theirs" : "ours"}
        author={nameOf(entry.author)}
        role={roleOf(entry.author)}
        time={<RelativeTime at={entry.at} inSentence />}
        lang={locale}
        fact={isFirstWaiting && <Waiting since={entry.at} spelledOut isWithSupport={isWithSupport} />}
      >
        {entry.message}
      </Message>
    );
  }
  if (entry.kind === "note") {
    return (
      <Message side="note" author={nameOf(entry.author)} time={<RelativeTime at={entry.at} />}>
        {entry.text}
      </Message>
    );
  }
  return (
    <SystemLine>
      <span>
        {say(entry.kind, { by: entry.by.kind, name: nameOf(entry.by) })} · <FormattedDate at={entry.at} as="moment" />
      </span>
    </SystemLine>
  );
}

"use client";

import { ChevronLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef } from "react";
import { EntriesSkeleton } from "@/components/conversations/conversation/conversation-skeleton";
import { type Desk, useMayAct, useMayAnswer } from "@/components/conversations/conversation/desk";
import { Entries } from "@/components/conversations/conversation/entries";
import { type ComposerHandle, ReplyComposer } from "@/components/conversations/conversation/reply-composer";
import type { Acts } from "@/components/conversations/conversation/use-acts";
import { useConversation } from "@/components/conversations/conversation/use-conversation";
import { type ConversationAct, usePossibleActs } from "@/components/conversations/conversation/use-possible-acts";
import { useFailureText } from "@/components/failures/failure";
import { onPlainClick } from "@/components/shell/on-plain-click";
import { useShortcuts } from "@/components/shell/shortcuts";
import { ButtonLink } from "@/components/ui/form/button-link";
import { useToastsAbove } from "@/components/ui/overlay/use-toasts-above";
import { Banner } from "@/components/ui/page/banner";
import { EmptyState } from "@/components/ui/page/empty-state";
import type { Conversation, ListedConversation } from "@/server/desk/tickets/conversation";
import { paneHead } from "./inbox-layout";
import { isNarrow } from "./narrow";
import { PaneActs } from "./pane-acts";

/** Part of a conversation that can get the focus. */
export type PaneTarget = "messages" | "reply" | "note";

export interface PaneHandle {
  invoiceId: string;
  goTo: (target: PaneTarget) => void;
}

export interface ConversationPaneProps {
  desk: Desk;
  invoiceId: string;
  /** Facts from the list, shown until the rest arrives. */
  listed: ListedConversation | undefined;
  acts: Acts;
  listHref: string;
  factsHref: string;
  onBack: () => void;
  onFacts: () => void;
  onAct: (name: ConversationAct["name"], conversation: Conversation) => void;
  /** Called after a reply that also archives. */
  onReplied: () => void;
  ref: Ref<PaneHandle>;
}

/** The second pane: the open conversation with its composer. */
export function ConversationPane({ desk, invoiceId, listed, acts, listHref, factsHref, ref, ...on }: ConversationPaneProps) {
  const say = useTranslations("conversation");
  const sayFailure = useFailureText();
  const { conversation, failureCode } = useConversation(desk, invoiceId);
  const possible = usePossibleActs(desk, conversation);
  const mayAct = useMayAct(desk, conversation);
  const mayAnswer = useMayAnswer(desk);
  // After a failure, such as an archived conversation of support, the editor stays, because it may contain text.
  const showsComposer = mayAct || (failureCode !== null && mayAnswer);
  const composer = useRef<ComposerHandle>(null);
  const messages = useRef<HTMLDivElement>(null);
  const head = conversation ?? listed;

  function goTo(target: PaneTarget) {
    if (target !== "messages" && composer.current) composer.current.write(target);
    else messages.current?.focus({ preventScroll: true });
  }
  // Until the conversation has loaded, the handle has no id, so `useGoTo` waits. Screen readers then read the loaded conversation.
  const isLoaded = conversation !== undefined || failureCode !== null;
  useImperativeHandle(ref, () => ({ invoiceId: isLoaded ? invoiceId : "", goTo }));

  function perform(name: ConversationAct["name"]) {
    if (!conversation || !possible.some((act) => act.name === name)) return false;
    on.onAct(name, conversation);
    return true;
  }
  useShortcuts({
    r: () => goTo("reply"),
    n: () => goTo("note"),
    a: () => perform("assign"),
    h: () => perform("handBack"),
    e: () => perform("archive"),
    u: () => perform("unarchive") || acts.undoLast(),
  });

  return (
    <>
      <div className={`${paneHead} @container px-6 max-sm:px-2`}>
        <ButtonLink
          variant="quiet"
          square
          href={listHref}
          aria-label={say("pane.back")}
          className="md:hidden"
          onClick={onPlainClick(on.onBack)}
        >
          <ChevronLeft />
        </ButtonLink>
        <div className="min-w-0 grow">
          <h2 className="truncate">{head?.customerName ?? say("title")}</h2>
          {head && (
            <p className="flex gap-1 text-xs text-ink-faint">
              <span className="truncate">
                {desk === "support" ? say("pane.answeringAs", { company: head.companyName }) : head.companyName}
              </span>
              <span className="flex-none max-sm:hidden">· {say("composer.language", { language: head.locale })}</span>
            </p>
          )}
        </div>
        <PaneActs acts={possible} onAct={perform} factsHref={factsHref} onFacts={on.onFacts} />
      </div>
      {conversation ? (
        <>
          <Messages name={say("pane.messages", { customer: conversation.customerName })} ref={messages}>
            <Entries desk={desk} conversation={conversation} acts={acts} />
          </Messages>
          <PaneFoot>
            {failureCode && (
              <Banner tone="bad" role="alert" className="mb-2">
                {sayFailure(failureCode)} <code className="text-xs text-ink-faint">{failureCode}</code>
              </Banner>
            )}
            {showsComposer ? (
              <ReplyComposer
                ref={composer}
                conversation={conversation}
                acts={acts}
                onDone={({ thenArchive }) => (thenArchive ? on.onReplied() : goTo("messages"))}
                onLeave={() => goTo("messages")}
              />
            ) : (
              <p className="text-sm text-ink-muted">{say(mayAnswer ? "pane.archivedBySupport" : "pane.readOnly")}</p>
            )}
          </PaneFoot>
        </>
      ) : (
        <Messages name={say("title")} ref={messages}>
          {failureCode ? (
            <EmptyState kind="trouble" title={say("notReadable")} code={failureCode} bare>
              {sayFailure(failureCode)}
            </EmptyState>
          ) : (
            <EntriesSkeleton />
          )}
        </Messages>
      )}
    </>
  );
}

/** Shows the newest message at the bottom, with older ones above. */
function Messages({ name, ref, children }: { name: string; ref: Ref<HTMLDivElement>; children: ReactNode }) {
  useLayoutEffect(() => {
    if (isNarrow()) window.scrollTo(0, document.documentElement.scrollHeight);
  }, []);
  return (
    // Reversed, so that the pane is scrolled to its end at first, and stays there.
    <div
      ref={ref}
      role="log"
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="mb-2 flex min-h-0 flex-1 flex-col-reverse overflow-auto p-6 -outline-offset-2 max-md:overflow-visible max-sm:p-4"
    >
      <div className="mb-auto">{children}</div>
    </div>
  );
}

/** Contains the composer. On a phone it stays visible, unless the screen is less than 32rem high. */
function PaneFoot({ children }: { children: ReactNode }) {
  const foot = useRef<HTMLDivElement>(null);
  useToastsAbove(foot);
  return (
    <div
      ref={foot}
      className="px-6 pb-6 max-md:bg-surface max-md:pt-2 max-sm:px-3 max-sm:pb-3 max-md:[@media(min-height:32rem)]:sticky max-md:[@media(min-height:32rem)]:bottom-0"
    >
      {children}
    </div>
  );
}

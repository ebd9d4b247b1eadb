"use client";

import { clsx } from "clsx";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useActs } from "@/components/conversations/conversation/use-acts";
import { useIsMounted } from "@/components/conversations/conversation/use-is-mounted";
import type { ConversationAct } from "@/components/conversations/conversation/use-possible-acts";
import { useShortcuts } from "@/components/shell/shortcuts";
import type { Conversation } from "@/server/desk/tickets/conversation";
import { ConversationPane, type PaneTarget } from "./conversation-pane";
import { FactsPane } from "./facts-pane";
import { type InboxAddress, inboxAddress, supportTabOf, writeInboxAddress } from "./inbox-address";
import { frame, panes } from "./inbox-layout";
import { InboxList, type InboxListProps } from "./inbox-list";
import { isNarrow } from "./narrow";
import { NothingOpen } from "./nothing-open";
import { SupportSandbox } from "./support-sandbox";
import { neighbour, nextInTurn } from "./turns";
import { useGoTo } from "./use-go-to";
import { useInboxList } from "./use-inbox-list";
import { usePrefetchedConversation } from "./use-prefetched-conversation";

const HandBackDialog = dynamic(() => import("./hand-back-dialog"));

export type InboxProps = Pick<InboxListProps, "desk" | "title" | "companyFilter" | "nothingYet">;

/** Three panes: the list, the conversation, and the facts about its invoice. Everything can be done without a mouse. */
export function Inbox({ desk, title, companyFilter, nothingYet }: InboxProps) {
  const say = useTranslations("conversation.pane");
  const [urlAddress, setAddress] = useQueryStates(inboxAddress, { history: "push" });
  const address = desk === "support" ? { ...urlAddress, status: supportTabOf(urlAddress.status) } : urlAddress;
  const { invoice, pane: shownPane } = address;
  const list = useInboxList(desk, address);
  const { pane, goTo } = useGoTo();
  const router = useRouter();
  const isMounted = useIsMounted();
  const acts = useActs(desk, (invoiceId, isWriting) => open(invoiceId, isWriting ? "reply" : "messages"));
  const [toHandBack, setToHandBack] = useState<Conversation | null>(null);
  const listPane = useRef<HTMLElement>(null);
  const listScroll = useRef(0);

  const openIndex = list.entries.findIndex((entry) => entry.invoiceId === invoice);
  /** Index of the open conversation in the list, or its former index if it has left the list; −1: none was open. */
  const place = useRef(-1);
  useEffect(() => {
    if (openIndex >= 0) place.current = openIndex;
  }, [openIndex]);
  usePrefetchedConversation(desk, openIndex >= 0 ? list.entries[openIndex + 1]?.invoiceId : undefined);

  // On a phone the page scrolls, so the list's scroll position must be restored.
  useLayoutEffect(() => {
    if (!invoice && isNarrow()) window.scrollTo(0, listScroll.current);
  }, [invoice]);

  function hrefOf(change: Partial<InboxAddress>) {
    return writeInboxAddress(desk === "support" ? "/support" : "/tickets", { ...address, ...change });
  }

  function open(invoiceId: string, target: PaneTarget = "messages") {
    // A toast's Undo also works after the reader has left the inbox.
    if (!isMounted.current) return router.push(hrefOf({ invoice: invoiceId, pane: null }));
    if (!invoice) listScroll.current = window.scrollY;
    void setAddress({ invoice: invoiceId, pane: null });
    goTo(invoiceId, target);
  }

  function close() {
    void setAddress({ invoice: null, pane: null });
    listPane.current?.focus();
  }

  /** Moves to a conversation: focuses its row if the list is shown, and opens it unless there is room for the list only. */
  function step(invoiceId: string) {
    const row = listPane.current?.querySelector<HTMLElement>(`[data-invoice="${invoiceId}"]`);
    const isListShown = Boolean(row?.offsetParent);
    if (isListShown) row?.focus();
    if (isListShown && isNarrow()) return;
    void setAddress({ invoice: invoiceId, pane: null }, { history: "replace" });
    if (!isListShown) goTo(invoiceId, "messages");
  }

  function move(by: 1 | -1) {
    const next = neighbour(list.entries, focusedInvoiceId() ?? invoice, place.current, by);
    if (next) step(next.invoiceId);
    else if (by > 0) list.showMore?.();
  }

  /** Moves on from a finished conversation: to the next in turn (`nextInTurn`), or if there is none, back to the list alone. */
  function openNextAfter(finishedId: string) {
    const next = nextInTurn(list.entries, finishedId, place.current);
    if (next) step(next.invoiceId);
    else close();
  }

  function perform(name: ConversationAct["name"], conversation: Conversation) {
    const { invoiceId } = conversation;
    if (name === "handBack" && desk === "support") return setToHandBack(conversation);
    if (name === "archive") {
      void acts.archive(conversation, conversation.lastSeenTicketId);
      openNextAfter(invoiceId);
      list.drop(invoiceId);
    } else {
      void acts[name](conversation);
      // A conversation that was unarchived or taken back from support stays open.
      if (name !== "assign") return;
      openNextAfter(invoiceId);
      list.drop(invoiceId);
    }
  }

  /** Runs `then` after the dialog has closed, because an open dialog keeps the focus. */
  function closeDialog(then: () => void) {
    setToHandBack(null);
    setTimeout(then);
  }

  // Handlers of keys return false for a key that they do not handle.

  function moveInList(by: 1 | -1) {
    return focusedInvoiceId() === undefined ? false : move(by);
  }

  function enter() {
    // Rows, links and buttons handle this key themselves.
    return invoice && document.activeElement === document.body ? goTo(invoice, "messages") : false;
  }

  function leave() {
    if (shownPane) return void setAddress({ pane: null });
    return invoice && isNarrow() ? close() : false;
  }

  function openChosen() {
    const chosen = focusedInvoiceId() ?? invoice;
    return chosen ? open(chosen) : false;
  }

  const moveDownInList = () => moveInList(1);
  const moveUpInList = () => moveInList(-1);
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: moveDownInList,
    ArrowUp: moveUpInList,
    o: openChosen,
    Enter: enter,
    Escape: leave,
    // While a conversation is open, its pane handles this key.
    u: () => (invoice ? false : acts.undoLast()),
  });

  return (
    <div className={frame}>
      <section ref={listPane} tabIndex={-1} aria-label={say("list")} className={clsx(panes.list, invoice && "max-md:hidden")}>
        <InboxList
          desk={desk}
          title={title}
          companyFilter={companyFilter}
          nothingYet={nothingYet}
          address={address}
          hrefOf={hrefOf}
          list={list}
          onFilter={(change) => setAddress({ ...change, invoice: null, pane: null })}
          onTab={(status) => setAddress({ status, invoice: null, pane: null })}
          onOpen={open}
        />
      </section>
      {invoice ? (
        <>
          <section aria-label={say("conversation")} className={clsx(panes.conversation, shownPane && "max-xl:hidden")}>
            <SupportSandbox desk={desk} invoiceId={invoice} hasNote>
              <ConversationPane
                key={invoice}
                ref={pane}
                desk={desk}
                invoiceId={invoice}
                listed={list.entries[openIndex]}
                acts={acts}
                listHref={hrefOf({ invoice: null, pane: null })}
                factsHref={hrefOf({ pane: "facts" })}
                onBack={close}
                onFacts={() => setAddress({ pane: "facts" })}
                onAct={perform}
                onReplied={() => openNextAfter(invoice)}
              />
            </SupportSandbox>
          </section>
          <section aria-label={say("facts")} className={clsx(panes.facts, !shownPane && "max-xl:hidden")}>
            <SupportSandbox desk={desk} invoiceId={invoice}>
              <FactsPane
                key={invoice}
                desk={desk}
                invoiceId={invoice}
                hrefOf={hrefOf}
                onOpen={open}
                onBack={() => setAddress({ pane: null })}
              />
            </SupportSandbox>
          </section>
        </>
      ) : (
        <section aria-label={say("conversation")} className={panes.nothing}>
          <NothingOpen isEmpty={list.entries.length === 0} onFirst={() => move(1)} />
        </section>
      )}
      {toHandBack && (
        <HandBackDialog
          conversation={toHandBack}
          onClose={() => closeDialog(() => goTo(toHandBack.invoiceId, "messages"))}
          onConfirm={() =>
            closeDialog(() => {
              void acts.handBack(toHandBack);
              openNextAfter(toHandBack.invoiceId);
              list.drop(toHandBack.invoiceId);
            })
          }
        />
      )}
    </div>
  );
}

/** Returns the invoice id of the focused row; undefined if no row has the focus. */
function focusedInvoiceId(): string | undefined {
  return document.activeElement instanceof HTMLElement ? document.activeElement.dataset.invoice : undefined;
}

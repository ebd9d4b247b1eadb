"use client";

import { Lock, MailX, Reply } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from "react";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { Button } from "@/components/ui/form/button";
import { ButtonLink } from "@/components/ui/form/button-link";
import { Composer, ComposerText } from "@/components/ui/form/composer";
import { Segmented } from "@/components/ui/form/segmented";
import { Banner } from "@/components/ui/page/banner";
import { Kbd } from "@/components/ui/text/kbd";
import type { Conversation } from "@/server/desk/tickets/conversation";
import { channelsOf } from "@/server/domain/rules/reach";
import { type ComposerMode, changeDraft, forgetSent, useDraft, useKeptDraft } from "./drafts";
import { SendButton } from "./send-button";
import type { Acts } from "./use-acts";
import { useModifierKey } from "./use-modifier-key";

export interface ComposerHandle {
  write: (mode: ComposerMode) => void;
}

export interface ReplyComposerProps {
  conversation: Conversation;
  acts: Acts;
  /** Called when the reply is held, or the note is stored. */
  onDone: (done: { thenArchive: boolean }) => void;
  /** Called when Escape is pressed. */
  onLeave: () => void;
  ref?: Ref<ComposerHandle>;
}

/** Editor for replies to the customer and notes for colleagues. Text stays until it is sent. */
export function ReplyComposer({ conversation, acts, onDone, onLeave, ref }: ReplyComposerProps) {
  const say = useTranslations("conversation.composer");
  const sayFailure = useFailureText();
  const modifier = useModifierKey();
  const field = useRef<HTMLTextAreaElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { invoiceId, locale, status, customerName, customerEmail } = conversation;
  const canSend = channelsOf({ customerEmail }).email;
  /** Whether the reader has chosen the reply. Without an e-mail address, its draft can then be seen, but only a note can be sent. */
  const [looksAtReply, setLooksAtReply] = useState(false);
  /**
   * Whether sending archives by default, as in an unanswered or answered conversation. A message in an empty or archived conversation
   * opens the conversation instead, because the customer may answer.
   */
  const archivesByDefault = status === "unanswered" || status === "answered";
  const { mode: chosen, isKept, ...texts } = useDraft(invoiceId);
  const mode = canSend || looksAtReply ? chosen : "note";
  useKeptDraft(invoiceId, conversation.draft, keep);
  const isNote = mode === "note";
  const text = texts[mode];

  async function keep(draft: { reply: string; note: string }) {
    try {
      await acts.keepDraft(conversation, draft);
    } catch (error) {
      const { code } = failureOf(error);
      // After other failures, the next keystroke stores the draft again.
      if (code === "not_signed_in") setProblem(code);
      throw error;
    }
  }

  function write(next: ComposerMode) {
    if (next !== mode) setProblem(null);
    setLooksAtReply(next === "reply");
    changeDraft(invoiceId, { mode: next });
    field.current?.focus();
  }
  useImperativeHandle(ref, () => ({ write }));

  async function send(thenArchive: boolean, { despiteNewerMessage = false } = {}) {
    if (busy || (!isNote && !canSend)) return;
    if (text.trim() === "") {
      setProblem(isNote ? "invalid_note" : "invalid_message");
      field.current?.focus();
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      if (isNote) await acts.addNote(conversation, text);
      else {
        const lastSeenTicketId = despiteNewerMessage ? undefined : conversation.lastSeenTicketId;
        await acts.reply(conversation, { message: text, thenArchive, lastSeenTicketId });
      }
      forgetSent(invoiceId, mode);
      onDone({ thenArchive: !isNote && thenArchive });
    } catch (error) {
      const { code } = failureOf(error);
      setProblem(code);
      field.current?.focus();
      if (code === "newer_message_exists") await acts.refresh();
    } finally {
      setBusy(false);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      // Shift does the opposite of the button.
      void send(event.shiftKey ? !archivesByDefault : archivesByDefault);
    }
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      onLeave();
    }
  }

  const textName = archivesByDefault ? "replyName" : "messageName";
  const name = say(isNote ? "noteName" : textName, { language: locale, customer: customerName });
  return (
    <Composer
      note={isNote}
      modes={
        <Segmented
          name={say("mode")}
          value={mode}
          onChange={write}
          segments={[
            { value: "reply", label: <ModeLabel icon={<Reply />} word={say("reply")} shortcut="r" /> },
            { value: "note", label: <ModeLabel icon={<Lock />} word={say("note")} shortcut="n" /> },
          ]}
        />
      }
      status={
        <span className="max-sm:hidden">
          {[!isNote && say("language", { language: locale }), text.trim() && isKept && say("kept")].filter(Boolean).join(" · ")}
        </span>
      }
      hint={say(isNote ? "noteHint" : "replyHint")}
      send={
        isNote ? (
          <Button variant="primary" busy={busy && say("addingNote")} onClick={() => send(false)}>
            <Lock />
            {say("addNote")}
            <Kbd>{`${modifier} ↵`}</Kbd>
          </Button>
        ) : (
          <SendButton busy={busy} disabled={!canSend} archives={archivesByDefault} onSend={(thenArchive) => send(thenArchive)} />
        )
      }
    >
      {!canSend && (
        <Banner tone="attention" icon={MailX} className="mx-2 mb-1">
          {say("noEmail", { customer: customerName })}
        </Banner>
      )}
      {canSend && conversation.isReplyLost && !isNote && (
        <Banner tone="attention" icon={MailX} className="mx-2 mb-1">
          {say("lastLost", { email: customerEmail ?? "" })}
        </Banner>
      )}
      {problem && (
        <Banner
          tone={problem === "newer_message_exists" ? "attention" : "bad"}
          role="alert"
          className="mx-2 mb-1"
          action={
            (problem === "newer_message_exists" && (
              <Button size="sm" onClick={() => send(false, { despiteNewerMessage: true })}>
                {say("sendAnyway")}
              </Button>
            )) ||
            (problem === "not_signed_in" && (
              // Opens another tab, so that the text stays here and can then be sent.
              <ButtonLink size="sm" href="/sign-in" target="_blank">
                {say("signIn")}
              </ButtonLink>
            ))
          }
        >
          {problem === "newer_message_exists" ? say("newerMessage") : sayFailure(problem)}{" "}
          <code className="text-xs text-ink-faint">{problem}</code>
        </Banner>
      )}
      <ComposerText
        ref={field}
        className="min-h-16"
        aria-label={name}
        placeholder={name}
        lang={isNote || text === "" ? undefined : locale}
        aria-invalid={problem ? true : undefined}
        value={text}
        readOnly={busy}
        onChange={(event) => changeDraft(invoiceId, { [mode]: event.target.value })}
        onKeyDown={onKeyDown}
      />
    </Composer>
  );
}

function ModeLabel({ icon, word, shortcut }: { icon: React.ReactNode; word: string; shortcut: string }) {
  return (
    <>
      {icon}
      {word}
      <Kbd>{shortcut}</Kbd>
    </>
  );
}

"use client";

import { useTranslations } from "next-intl";
import type { Locale } from "@/server/domain/formats/locales";
import type { PreviewedMessage } from "@/server/previews/list-previews";
import type { PreviewOf } from "@/server/previews/preview-of";
import { PreviewFrame, type PreviewWidth } from "./preview-frame";
import { SendToMe } from "./send-to-me";

interface Props {
  of: PreviewOf;
  locale: Locale | null;
  message: PreviewedMessage;
  isText: boolean;
  width: PreviewWidth;
}

/** One mail: sender, recipient, subject, and its contents as HTML or plain text. */
export function ShownMail({ of, locale, message, isText, width }: Props) {
  const say = useTranslations("previews");
  const { mail, subject } = message;
  if (!mail) {
    return (
      <div className="grid gap-2 text-sm">
        <p className="font-medium wrap-anywhere">{subject}</p>
        <p className="text-ink-muted">{say("notKept")}</p>
      </div>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <dl className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
          <dt className="text-ink-muted">{say("from")}</dt>
          <dd className="wrap-anywhere">
            {mail.sender} ({mail.replyTo})
          </dd>
          <dt className="text-ink-muted">{say("to")}</dt>
          <dd className="wrap-anywhere">{mail.recipient}</dd>
          <dt className="text-ink-muted">{say("subject")}</dt>
          <dd className="font-medium wrap-anywhere" lang={mail.locale}>
            {mail.subject}
          </dd>
        </dl>
        <SendToMe of={of} locale={locale} message={message} />
      </div>
      {isText ? (
        <pre
          lang={mail.locale}
          className="max-w-160 overflow-x-auto rounded-md border border-line bg-surface p-4 font-mono text-sm wrap-anywhere whitespace-pre-wrap"
        >
          {mail.text}
        </pre>
      ) : (
        <PreviewFrame isMail html={mail.html} name={say("frame.mail", { subject: mail.subject })} width={width} />
      )}
      <p className="text-xs text-ink-faint">{say("links")}</p>
    </>
  );
}

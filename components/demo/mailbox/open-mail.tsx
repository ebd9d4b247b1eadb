import Link from "next/link";
import { useTranslations } from "next-intl";
import { Tab, Tabs } from "@/components/ui/page/tabs";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { OpenedMail } from "@/server/platform/mail/list-development-mails";
import { addressOf, type MailboxView } from "./address-of";
import { MailAsPage } from "./mail-as-page";

/** One mail as its recipient would read it. */
export function OpenMail({ mail, view }: { mail: OpenedMail | undefined; view: MailboxView }) {
  const say = useTranslations("mailbox");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-4">
      <Link href={addressOf({ ...view, openId: undefined })} className="justify-self-start text-sm md:hidden">
        {say("back")}
      </Link>
      {mail ? (
        <article className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <header className="grid gap-1">
            <h2 lang={mail.locale} className="text-md">
              {mail.subject}
            </h2>
            <p className="flex flex-wrap gap-x-3 text-sm wrap-anywhere text-ink-muted">
              {mail.sender === null
                ? say("to", { recipient: mail.recipient })
                : say("fromTo", { sender: mail.sender, recipient: mail.recipient })}
              <FormattedDate at={mail.createdAt} as="full" className="text-ink-faint" />
            </p>
          </header>
          {mail.html !== null && (
            <Tabs name={say("as.label")} className="border-b border-line">
              <Tab href={addressOf({ ...view, asText: false })} current={!view.asText}>
                {say("as.page")}
              </Tab>
              <Tab href={addressOf({ ...view, asText: true })} current={view.asText}>
                {say("as.text")}
              </Tab>
            </Tabs>
          )}
          <MailContents mail={mail} asText={view.asText} />
        </article>
      ) : (
        <p className="text-ink-muted">{say("gone")}</p>
      )}
    </div>
  );
}

/** The mail as a page or as text. Without a body, the mail was really sent, and its contents are no longer stored. */
function MailContents({ mail: { id, body, html, subject, locale }, asText }: { mail: OpenedMail; asText: boolean }) {
  const say = useTranslations("mailbox");
  if (body === null) return <p className="text-ink-muted">{say("sent")}</p>;
  if (html !== null && !asText) return <MailAsPage key={id} html={html} name={subject} />;
  return (
    <p lang={locale} className="max-w-[65ch] whitespace-pre-line wrap-anywhere">
      {withLinks(body)}
    </p>
  );
}

/** Turns URLs into links, as mail programs do. */
function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part) =>
    part.startsWith("http") ? (
      <a key={part} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}

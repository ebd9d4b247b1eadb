import { clsx } from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { SearchField } from "@/components/ui/form/search-field";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { ListedMail } from "@/server/platform/mail/list-development-mails";
import { addressOf, type MailboxView } from "./address-of";

/** Mails, newest first, with a search. On a phone, an open mail replaces the list. */
export function MailList({ mails, view }: { mails: ListedMail[]; view: MailboxView }) {
  const { openId, search } = view;
  const say = useTranslations("mailbox");
  return (
    <nav aria-label={say("list")} className={openId === undefined ? undefined : "max-md:hidden"}>
      <form className="py-3">
        <SearchField name={say("search")} placeholder={say("searchBy")} field="q" defaultValue={search} />
      </form>
      {mails.length === 0 && <p className="px-3 text-sm text-ink-muted">{say("notFound", { search })}</p>}
      <ul>
        {mails.map(({ id, subject, sender, recipient, locale, createdAt }) => (
          <li key={id} className="border-b border-line">
            <Link
              href={addressOf({ ...view, openId: id })}
              prefetch={false}
              aria-current={id === openId ? "page" : undefined}
              className={clsx(
                "grid grid-cols-[minmax(0,1fr)] gap-0.5 px-3 py-2.5 text-ink hover:bg-hover hover:no-underline",
                id === openId && "bg-selected shadow-[inset_2px_0_var(--color-accent)]",
              )}
            >
              <span className="flex gap-3">
                <span className="min-w-0 truncate font-medium" lang={locale}>
                  {subject}
                </span>
                <RelativeTime at={createdAt} inRealTime className="ml-auto flex-none text-xs leading-5 text-ink-faint" />
              </span>
              <span className="truncate text-sm text-ink-muted">{recipient}</span>
              {sender !== null && <span className="truncate text-xs text-ink-faint">{sender}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

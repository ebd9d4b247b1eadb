import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import Link from "next/link";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import type { MailboxView } from "@/components/demo/mailbox/address-of";
import { MailList } from "@/components/demo/mailbox/mail-list";
import { OpenMail } from "@/components/demo/mailbox/open-mail";
import { TokenForm } from "@/components/demo/mailbox/token-form";
import { Brand } from "@/components/ui/page/brand";
import { EmptyState } from "@/components/ui/page/empty-state";
import { db } from "@/db/client";
import { DomainError } from "@/server/errors";
import { MAILBOX_COOKIE } from "@/server/platform/mail/development-mailbox";
import { findDevelopmentMail, type ListedMail, listDevelopmentMails, type OpenedMail } from "@/server/platform/mail/list-development-mails";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("mailbox"))("title") };
}

/**
 * Mails that would have been sent, for trying the service on one's own machine; elsewhere the page does not exist. The page requires a
 * token: at first in its address, later in a cookie that `proxy.ts` sets.
 */
export default async function MailboxPage({ searchParams }: PageProps<"/mailbox">) {
  const { mail, token, q, as } = await searchParams;
  const view = { search: textOf(q), openId: typeof mail === "string" ? mail : undefined, asText: as === "text" };
  const found = await readMailsOfThisMachine(token, view);
  const isEmptyMailbox = found?.mails.length === 0 && view.search === "";
  const say = await getTranslations("mailbox");
  return (
    <main className="mx-auto grid w-full max-w-280 grid-cols-[minmax(0,1fr)] content-start gap-6 p-6 pb-12 max-lg:px-4">
      <header className="grid gap-2">
        <Link href="/" className="justify-self-start text-ink hover:no-underline">
          <Brand />
        </Link>
        <h1 className="mt-2">{say("title")}</h1>
        <p className="max-w-[65ch] text-ink-muted">{say("explanation")}</p>
      </header>
      {!found && <TokenForm isWrong={token !== undefined} />}
      {isEmptyMailbox && (
        <EmptyState kind="nothing-yet" title={say("empty")}>
          {say("emptyBody")}
        </EmptyState>
      )}
      {found && !isEmptyMailbox && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-6 border-t border-line-strong md:grid-cols-[20rem_minmax(0,1fr)]">
          <MailList mails={found.mails} view={view} />
          {view.openId === undefined ? (
            <p className="pt-4 text-ink-muted max-md:hidden">{say("choose")}</p>
          ) : (
            <OpenMail mail={found.open} view={view} />
          )}
        </div>
      )}
    </main>
  );
}

interface FoundMails {
  mails: ListedMail[];
  open: OpenedMail | undefined;
}

const textOf = (given: unknown) => (typeof given === "string" ? given.trim() : "");

/** Returns the mails; undefined if the token is wrong. Answers 404 where there is no mailbox. */
async function readMailsOfThisMachine(tokenInAddress: unknown, { search, openId }: MailboxView): Promise<FoundMails | undefined> {
  const host = (await headers()).get("host");
  const token = typeof tokenInAddress === "string" ? tokenInAddress : ((await cookies()).get(MAILBOX_COOKIE)?.value ?? "");
  const reader = { host, token };
  try {
    const mails = await listDevelopmentMails(db, reader, search);
    return { mails, open: openId === undefined ? undefined : await findDevelopmentMail(db, reader, openId) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === "not_allowed") return undefined;
    notFound();
  }
}

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useSandbox } from "./use-sandbox";

/** Says where a sandbox's mails can be read, if the service shows mails. `search`: an address; absent: all mails. */
export function MailboxLink({ search }: { search?: string | null }) {
  const say = useTranslations("shell.sandbox");
  const { sandbox } = useSandbox();
  if (!sandbox?.hasMailbox) return null;
  return (
    <p className="text-sm text-ink-muted">
      {say.rich("mailbox", {
        link: (words) => (
          <Link href={search ? `/mailbox?${new URLSearchParams({ q: search })}` : "/mailbox"} prefetch={false}>
            {words}
          </Link>
        ),
      })}
    </p>
  );
}

import Link from "next/link";
import { useTranslations } from "next-intl";
import { listHref } from "@/components/invoices/list/list-address";
import { Section } from "@/components/ui/page/section";
import { Amount } from "@/components/ui/text/amount";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { HomeFigures } from "@/server/desk/home/home";

/** Amounts due on each of seven days, beginning today, each a link to its invoices. Days on which nothing is due are left out. */
export function DueSoon({ figures: { currency, dueSoon }, companyId }: { figures: HomeFigures; companyId: string | null }) {
  const say = useTranslations("home.dueSoon");
  return (
    <Section title={say("title")} note={currency} rule>
      <ul className="-mt-3 grid">
        {dueSoon.map(({ day, invoices, outstandingCents }) => (
          <li key={day} className="border-b border-line">
            <Link
              href={listHref({ fact: "outstanding", period: "due", from: day, to: day, company: companyId })}
              className="flex min-h-11 items-center gap-3 py-1.5 text-ink hover:bg-hover hover:no-underline"
            >
              <FormattedDate day={day} as="weekday" />
              <span className="text-sm text-ink-faint">{say("invoices", { count: invoices })}</span>
              <Amount cents={outstandingCents} className="ml-auto" />
            </Link>
          </li>
        ))}
        {dueSoon.length === 0 && <li className="flex min-h-11 items-center border-b border-line text-ink-muted">{say("nothing")}</li>}
      </ul>
    </Section>
  );
}

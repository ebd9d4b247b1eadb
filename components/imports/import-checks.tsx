import { CircleCheck, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { listHref } from "@/components/invoices/list/list-address";
import { useMay } from "@/components/shell/reader-rights";
import { Section } from "@/components/ui/page/section";
import { Amount } from "@/components/ui/text/amount";
import type { ImportDescription } from "@/server/billing/imports/import";
import { ConcernLink } from "./concern-link";
import { ExpectFewer } from "./expect-fewer";

/** Maximum number of repeated invoice numbers shown. */
const REPEATED_SHOWN = 5;

/** Checks before transmitting. Only fewer invoices than expected prevent the transmission. */
export function ImportChecks({ record }: { record: ImportDescription }) {
  const say = useTranslations("imports.checks");
  const {
    id,
    currency,
    contents,
    reach,
    linesCount,
    expectedInvoicesCount,
    doubtfulPhoneNumbersCount,
    withoutIbanCount,
    withoutMandateCount,
    repeatedNumbers,
    canTransfer,
    takesDirectDebit,
    debits,
  } = record;
  const mayChange = useMay("invoices");
  // Invoices without an e-mail address.
  const unmailedCount = contents.invoicesCount - reach.email.invoicesCount;
  return (
    <Section title={say("title")}>
      <ul className="border-t border-line-strong">
        {expectedInvoicesCount !== null && (
          <Check
            tone={record.isExpectedCountReached ? "fine" : "concern"}
            what={say(countWords(contents.invoicesCount, expectedInvoicesCount))}
            meta={
              record.isExpectedCountReached || !mayChange ? (
                say("ofExpected", { count: contents.invoicesCount, expected: expectedInvoicesCount })
              ) : (
                <ExpectFewer record={record} />
              )
            }
          />
        )}
        <Check tone="fine" what={say("addsUp")} meta={say("lines", { count: linesCount })} />
        <Check
          tone={unmailedCount > 0 ? "concern" : "fine"}
          what={unmailedCount > 0 ? say("withoutEmail") : say("allReached")}
          meta={
            unmailedCount > 0 && <ConcernLink importId={id} concern="without_email" words={say("invoices", { count: unmailedCount })} />
          }
        />
        {repeatedNumbers.length > 0 && (
          <Check
            tone="concern"
            what={say("repeated")}
            meta={
              <span className="flex max-w-60 flex-wrap justify-end gap-x-2">
                {repeatedNumbers.slice(0, REPEATED_SHOWN).map((number) => (
                  <Link key={number} href={listHref({ import: id, q: number })}>
                    {number}
                  </Link>
                ))}
                {repeatedNumbers.length > REPEATED_SHOWN && "…"}
              </span>
            }
          />
        )}
        {doubtfulPhoneNumbersCount > 0 && (
          <Check
            tone="concern"
            what={say("doubtfulPhone")}
            meta={<ConcernLink importId={id} concern="doubtful_phone" words={say("invoices", { count: doubtfulPhoneNumbersCount })} />}
          />
        )}
        {canTransfer === false && (
          <Check
            tone="concern"
            what={say("withoutAccount")}
            meta={<Link href={`/companies/${record.companyId}`}>{say("bankAccounts")}</Link>}
          />
        )}
        {debits && (
          <Check
            tone={debits.invoicesCount > 0 ? "fine" : "note"}
            what={say("debits")}
            meta={
              <>
                {say("invoices", { count: debits.invoicesCount })} <Amount cents={debits.amountCents} />
              </>
            }
          />
        )}
        {debits && debits.expiringCount > 0 && (
          <Check tone="note" what={say("mandateExpires")} meta={say("invoices", { count: debits.expiringCount })} />
        )}
        {takesDirectDebit && !debits && withoutIbanCount > 0 && (
          <Check
            tone="note"
            what={say("withoutIban")}
            meta={<ConcernLink importId={id} concern="without_iban" words={say("invoices", { count: withoutIbanCount })} />}
          />
        )}
        {takesDirectDebit && currency === "EUR" && withoutMandateCount > 0 && (
          <Check
            tone="concern"
            what={say("withoutMandate")}
            meta={<ConcernLink importId={id} concern="without_mandate" words={say("invoices", { count: withoutMandateCount })} />}
          />
        )}
      </ul>
    </Section>
  );
}

/** Returns the key of the text about the number of invoices. */
function countWords(count: number, expected: number) {
  if (count < expected) return "fewerThanExpected";
  return count > expected ? "moreThanExpected" : "asExpected";
}

interface CheckProps {
  tone: keyof typeof looks;
  what: string;
  meta: ReactNode;
}

function Check({ tone, what, meta }: CheckProps) {
  const { icon: Icon, className } = looks[tone];
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)_auto] items-start gap-3 border-b border-line py-2.5">
      <Icon className={`mt-0.5 ${className}`} />
      <span>{what}</span>
      <span className="text-right text-sm text-ink-muted">{meta}</span>
    </li>
  );
}

const looks = {
  fine: { icon: CircleCheck, className: "text-done" },
  concern: { icon: TriangleAlert, className: "text-attention" },
  note: { icon: Info, className: "text-moving" },
} satisfies Record<string, { icon: LucideIcon; className: string }>;

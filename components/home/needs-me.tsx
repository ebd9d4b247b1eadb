import { useQuery } from "@tanstack/react-query";
import {
  CircleCheck,
  CircleDashed,
  CirclePause,
  ClockAlert,
  FileClock,
  FileDown,
  FilePen,
  Landmark,
  MailQuestionMark,
  MailX,
  MessageCircleQuestionMark,
  Stamp,
  Undo2,
} from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { bankHref, refundsHref } from "@/components/bank/bank-address";
import { debitsHref } from "@/components/companies/debits/debits-address";
import { mandatesHref } from "@/components/companies/mandates/mandates-address";
import { useTRPC } from "@/components/data/trpc";
import { listHref } from "@/components/invoices/list/list-address";
import { useMay } from "@/components/shell/reader-rights";
import { Section } from "@/components/ui/page/section";
import { Amount } from "@/components/ui/text/amount";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { Home } from "@/server/desk/home/home";

interface Props {
  needsMe: Home["needsMe"];
  /** Overdue amounts by currency. */
  overdue: { currency: string; invoices: number; cents: number }[];
  companyId: string | null;
}

/** Open tasks, each a link to its page. */
export function NeedsMe({
  // A process of the version before answers without mandates, and without what was set aside.
  needsMe: { bank, setAside, debits, debitFiles, mandates = [], unanswered, notAsked, notArrived, onHold, openImports },
  overdue,
  companyId,
}: Props) {
  const say = useTranslations("home");
  const inCompany = companyId ? `&company=${companyId}` : "";
  const mayDecide = useMay("money");
  const { data: proposals = [] } = useQuery(useTRPC().proposals.list.queryOptions({}, { enabled: mayDecide }));
  const toApprove = proposals.filter(({ blocker }) => blocker === null);
  const [oldest] = toApprove;
  const overdueCount = overdue.reduce((sum, { invoices }) => sum + invoices, 0);
  const counts = [
    toApprove.length,
    bank.toDecide.count,
    bank.toGiveBack.count,
    debits.count,
    debitFiles.length,
    mandates.length,
    unanswered.conversations,
    overdueCount,
    notAsked,
    notArrived,
    onHold,
    openImports.imports,
  ];
  const hasNoTasks = counts.every((count) => count === 0);
  return (
    <Section title={say("needsYou")} rule>
      <ul className="-mt-3 grid">
        {oldest && (
          <Task
            href={`/invoices/${oldest.invoiceId}`}
            icon={<Stamp className="size-3.5 stroke-2 text-attention" aria-hidden="true" />}
            count={toApprove.length}
            what={say("toApprove", { count: toApprove.length })}
            meta={<Amount cents={oldest.amountCents} currency={oldest.currency} className="block" />}
          />
        )}
        {unanswered.conversations > 0 && (
          <Task
            href={`/tickets?status=unanswered${inCompany}`}
            icon={<MessageCircleQuestionMark className="size-3.5 stroke-2 text-attention" aria-hidden="true" />}
            count={unanswered.conversations}
            what={say("unanswered", { count: unanswered.conversations })}
            meta={
              unanswered.late > 0 ? (
                <span className="text-late">{say("late", { count: unanswered.late })}</span>
              ) : (
                unanswered.oldestAt &&
                say.rich("oldest", { time: () => unanswered.oldestAt && <RelativeTime key="time" at={unanswered.oldestAt} inSentence /> })
              )
            }
          />
        )}
        {bank.toDecide.count > 0 && (
          <Task
            href={bankHref({ company: companyId })}
            icon={<Landmark className="size-3.5 stroke-2 text-attention" aria-hidden="true" />}
            count={bank.toDecide.count}
            what={say("toDecide", { count: bank.toDecide.count })}
            meta={<Amounts of={bank.toDecide.amounts} />}
          />
        )}
        {bank.toGiveBack.count > 0 && (
          <Task
            href={refundsHref(companyId)}
            icon={<Undo2 className="size-3.5 stroke-2 text-attention" aria-hidden="true" />}
            count={bank.toGiveBack.count}
            what={say("toGiveBack", { count: bank.toGiveBack.count })}
            meta={<Amounts of={bank.toGiveBack.amounts} />}
          />
        )}
        {debits.companyId && (
          <Task
            href={debitsHref(debits.companyId)}
            icon={<FileDown className="size-3.5 stroke-2 text-attention" aria-hidden="true" />}
            count={debits.count}
            what={say("debits", { count: debits.count })}
            meta={
              debits.late > 0 ? (
                <span className="text-late">{say("debitsLate", { count: debits.late })}</span>
              ) : (
                debits.cutOffAt &&
                say.rich("debitsBy", { time: () => debits.cutOffAt && <FormattedDate key="time" at={debits.cutOffAt} as="moment" /> })
              )
            }
          />
        )}
        {debitFiles.map(({ need, count, debits: waiting, holder, cutOffAt, companyId: of, fileId }) => (
          <Task
            key={need}
            href={debitsHref(of, { file: fileId })}
            icon={<FileClock className="size-3.5 stroke-2 text-attention" aria-hidden="true" />}
            count={count}
            what={say(`debitFiles.${need}`, { count })}
            meta={
              need === "due" && cutOffAt ? (
                say.rich("debitsBy", { time: () => <FormattedDate key="time" at={cutOffAt} as="moment" /> })
              ) : (
                <span className={need === "late" ? "text-late" : undefined}>
                  {need === "mandate_withdrawn"
                    ? say("debitFiles.named_payers", { name: holder, others: waiting - 1 })
                    : say("debitFiles.debits", { count: waiting })}
                </span>
              )
            }
          />
        ))}
        {mandates.map(({ companyId: of, companyName, count }) => (
          <Task
            key={of}
            href={mandatesHref(of, { needed: true })}
            icon={<FilePen className="size-3.5 stroke-2 text-attention" aria-hidden="true" />}
            count={count}
            what={mandates.length > 1 ? `${say("mandates", { count })} (${companyName})` : say("mandates", { count })}
            meta={null}
          />
        ))}
        {overdueCount > 0 && (
          <Task
            href={listHref({ fact: "overdue", company: companyId })}
            icon={<ClockAlert className="size-3.5 stroke-2 text-late" aria-hidden="true" />}
            count={overdueCount}
            what={say("overdue", { count: overdueCount })}
            meta={
              <Amounts of={overdue.filter(({ cents }) => cents !== 0).map(({ currency, cents }) => ({ currency, amountCents: cents }))} />
            }
          />
        )}
        {notAsked > 0 && (
          <Task
            href={listHref({ fact: "not_asked", company: companyId })}
            icon={<MailQuestionMark className="size-3.5 stroke-2 text-attention" aria-hidden="true" />}
            count={notAsked}
            what={say("notAsked", { count: notAsked })}
            meta={null}
          />
        )}
        {notArrived > 0 && (
          <Task
            href={listHref({ fact: "not_arrived", company: companyId })}
            icon={<MailX className="size-3.5 stroke-2 text-attention" aria-hidden="true" />}
            count={notArrived}
            what={say("notArrived", { count: notArrived })}
            meta={null}
          />
        )}
        {onHold > 0 && (
          <Task
            href={listHref({ fact: "on_hold", company: companyId })}
            icon={<CirclePause className="size-3.5 stroke-2 text-ink-muted" aria-hidden="true" />}
            count={onHold}
            what={say("onHold", { count: onHold })}
            meta={null}
          />
        )}
        {openImports.imports > 0 && (
          <Task
            href={`/imports?transmitted=no${inCompany}`}
            icon={<CircleDashed className="size-3.5 stroke-2 text-ink-muted" aria-hidden="true" />}
            count={openImports.imports}
            what={say("openImports", { count: openImports.imports })}
            meta={<Amounts of={openImports.amounts} />}
          />
        )}
        {hasNoTasks && (
          <li className="flex min-h-11 items-center gap-3 border-b border-line text-ink-muted">
            <CircleCheck className="size-3.5 stroke-2 text-done" aria-hidden="true" />
            {say("nothingNeedsYou")}
          </li>
        )}
        {setAside && setAside.unpaidRefunds > 0 && (
          <SetAside href={refundsHref(companyId)}>{say("unpaidRefunds", { count: setAside.unpaidRefunds })}</SetAside>
        )}
        {setAside && setAside.later > 0 && (
          <SetAside href={bankHref({ tab: "later", company: companyId })}>{say("putOff", { count: setAside.later })}</SetAside>
        )}
      </ul>
    </Section>
  );
}

/** Work that nobody needs to do now, and that is not done either. */
function SetAside({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li className="flex min-h-9 items-center border-b border-line text-sm">
      <Link href={href} className="text-ink-muted">
        {children}
      </Link>
    </li>
  );
}

/** Amounts one below another. */
function Amounts({ of }: { of: { currency: string; amountCents: number }[] }) {
  return of.map(({ currency, amountCents }) => <Amount key={currency} cents={amountCents} currency={currency} className="block" />);
}

interface TaskProps {
  href: string;
  icon: ReactNode;
  count: number;
  what: string;
  meta: ReactNode;
}

function Task({ href, icon, count, what, meta }: TaskProps) {
  return (
    <li className="border-b border-line">
      <Link
        href={href}
        className="grid min-h-11 grid-cols-[1rem_2rem_minmax(0,1fr)_auto] items-center gap-3 py-1.5 text-ink hover:bg-hover hover:no-underline max-sm:grid-cols-[1rem_2rem_minmax(0,1fr)]"
      >
        {icon}
        <b className="text-right text-md font-semibold">{count}</b>
        <span>{what}</span>
        <span className="text-right text-sm text-ink-faint max-sm:hidden">{meta}</span>
      </Link>
    </li>
  );
}

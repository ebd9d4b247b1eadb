import Link from "next/link";
import { useTranslations } from "next-intl";
import { listHref } from "@/components/invoices/list/list-address";
import { Section } from "@/components/ui/page/section";
import { Cell, HeadCell, Row, SumRow, Table, TableBody, TableFoot, TableHead } from "@/components/ui/table/table";
import { TableScroll } from "@/components/ui/table/table-scroll";
import { Total } from "@/components/ui/table/total";
import { Amount } from "@/components/ui/text/amount";
import type { Ages } from "@/server/billing/figures/ages";
import type { HomeFigures } from "@/server/desk/home/home";
import { addDays } from "@/server/domain/formats/calendar";

/** Amounts of customers whom no message has reached. They have no age. */
const notAsked = { key: "notAskedCents", colour: "bg-line-strong" } as const;

/** Ages in days overdue, `from` and `to` included; null: no bound. The colour becomes darker with age. */
const ages = [
  { key: "notDueCents", from: null, to: 0, colour: "bg-age-0" },
  { key: "upTo30Cents", from: 1, to: 30, colour: "bg-age-1" },
  { key: "upTo60Cents", from: 31, to: 60, colour: "bg-age-2" },
  { key: "upTo90Cents", from: 61, to: 90, colour: "bg-age-3" },
  { key: "over90Cents", from: 91, to: null, colour: "bg-age-4" },
] as const satisfies { key: keyof Ages; from: number | null; to: number | null; colour: string }[];

interface Props {
  figures: HomeFigures;
  companyId: string | null;
  /** A day such as `2026-11-20`. */
  today: string;
}

/** Age of the outstanding amounts of each company, as shares and figures. */
export function Ageing({ figures: { currency, ageing }, companyId, today }: Props) {
  const say = useTranslations("home.ageing");
  const wordsOf = ({ from, to }: { from: number | null; to: number | null }) => {
    if (from === null) return say("notDue");
    return to === null ? say("over", { days: from - 1 }) : say("days", { from, to });
  };
  const isAnyNotAsked = ageing.total.notAskedCents !== 0;
  return (
    <Section title={say("title")} note={say("note", { currency })}>
      <TableScroll name={say("table")}>
        <Table caption={say("title")} density="roomy" flush className="max-sm:min-w-144">
          <TableHead>
            <HeadCell>{say("company")}</HeadCell>
            <HeadCell className="max-[720px]:hidden">{say("share")}</HeadCell>
            {isAnyNotAsked && (
              <HeadCell numeric>
                <Swatch colour={notAsked.colour} />
                {say("notAsked")}
              </HeadCell>
            )}
            {ages.map(({ key, from, to, colour }) => (
              <HeadCell key={key} numeric>
                <Swatch colour={colour} />
                {wordsOf({ from, to })}
              </HeadCell>
            ))}
            <HeadCell numeric>{say("sum")}</HeadCell>
          </TableHead>
          <TableBody>
            {ageing.companies.map((company) => (
              <Row key={company.companyId}>
                <Cell className="font-medium">
                  <Link className="text-ink" href={`/companies/${company.companyId}`}>
                    {company.companyName}
                  </Link>
                </Cell>
                <Cell className="max-[720px]:hidden">
                  <Share of={company} />
                </Cell>
                {isAnyNotAsked && <AgeCell cents={company.notAskedCents} href={notAskedHref(company.companyId)} />}
                {ages.map(({ key, from, to }) => (
                  <AgeCell key={key} cents={company[key]} href={agedHref(today, company.companyId, from, to)} />
                ))}
                <AgeCell cents={company.sumCents} href={agedHref(today, company.companyId, null, null)} strong />
              </Row>
            ))}
            {ageing.others.companies > 0 && (
              <Row>
                <Cell className="text-ink-muted">{say("others", { count: ageing.others.companies })}</Cell>
                <Cell className="max-[720px]:hidden">
                  <Share of={ageing.others} />
                </Cell>
                {isAnyNotAsked && <AgeCell cents={ageing.others.notAskedCents} />}
                {ages.map(({ key }) => (
                  <AgeCell key={key} cents={ageing.others[key]} />
                ))}
                <AgeCell cents={ageing.others.sumCents} strong />
              </Row>
            )}
          </TableBody>
          <TableFoot>
            <SumRow>
              <Cell>{say("all")}</Cell>
              <Cell className="max-[720px]:hidden" />
              {isAnyNotAsked && <AgeCell cents={ageing.total.notAskedCents} href={notAskedHref(companyId)} />}
              {ages.map(({ key, from, to }) => (
                <AgeCell key={key} cents={ageing.total[key]} href={agedHref(today, companyId, from, to)} />
              ))}
              <Cell numeric>
                <Link className="text-ink" href={agedHref(today, companyId, null, null)}>
                  <Total>
                    <Amount cents={ageing.total.sumCents} />
                  </Total>
                </Link>
              </Cell>
            </SumRow>
          </TableFoot>
        </Table>
      </TableScroll>
    </Section>
  );
}

function Swatch({ colour }: { colour: string }) {
  return <span aria-hidden="true" className={`mr-1.5 inline-block size-2.5 rounded-[2px] ${colour}`} />;
}

function notAskedHref(company: string | null): string {
  return listHref({ fact: "not_asked", company });
}

/**
 * Returns the link to the invoices behind a figure: outstanding, and due `from` to `to` days before today. The earliest day is thus `to`
 * days before today.
 */
function agedHref(today: string, company: string | null, from: number | null, to: number | null): string {
  const dayBefore = (days: number | null) => (days === null ? null : addDays(today, -days));
  return listHref({ fact: "outstanding", company, period: "due", from: dayBefore(to), to: dayBefore(from) });
}

function AgeCell({ cents, href, strong = false }: { cents: number; href?: string; strong?: boolean }) {
  const amount = <Amount cents={cents} />;
  return (
    <Cell numeric className={strong ? "font-medium" : undefined}>
      {href && cents !== 0 ? (
        <Link className="text-ink" href={href}>
          {amount}
        </Link>
      ) : (
        amount
      )}
    </Cell>
  );
}

/** Bar of a company's ages. Only positive parts have a width: a refund owed to one customer does not reduce what others owe. */
function Share({ of }: { of: Ages }) {
  return (
    <span aria-hidden="true" className="flex h-3 w-50 gap-px">
      {[notAsked, ...ages].map(
        ({ key, colour }) =>
          of[key] > 0 && <span key={key} className={`min-w-0.5 ${colour}`} style={{ flexGrow: of[key], flexBasis: 0 }} />,
      )}
    </span>
  );
}

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { RowFocus } from "@/components/shell/use-row-keys";
import { RowLink } from "@/components/ui/table/row-link";
import { Cell, Row } from "@/components/ui/table/table";
import { Amount } from "@/components/ui/text/amount";
import { Fact } from "@/components/ui/text/fact";
import type { ListedCompany } from "@/server/tenancy/companies/company-figures";
import { nameOfCountry } from "./name-of-country";
import type { CompanyColumn } from "./use-company-columns";

interface Props {
  company: ListedCompany;
  columns: CompanyColumn[];
  /** Currency to show at each amount; null if the column's heading names it. */
  currency: string | null;
  isCursor: boolean;
  focus: RowFocus;
}

export function CompanyRow({ company, columns, currency, isCursor, focus }: Props) {
  const say = useTranslations("companies");
  const locale = useLocale();
  const { unansweredCount } = company;
  const contents: Record<string, ReactNode> = {
    name: (
      <RowLink href={`/companies/${company.id}`} title={company.name} {...focus}>
        {company.name}
      </RowLink>
    ),
    place: [company.city, nameOfCountry(company.countryCode, locale)].filter(Boolean).join(", "),
    email: <span title={company.email}>{company.email}</span>,
    unanswered:
      unansweredCount > 0 ? (
        <Fact tone="ourTurn">
          <span aria-hidden="true" className="max-sm:hidden">
            {say("number", { count: unansweredCount })}
          </span>
          <span className="sm:sr-only">{say("unanswered", { count: unansweredCount })}</span>
        </Fact>
      ) : (
        <span className="text-ink-faint max-sm:hidden">{say("number", { count: 0 })}</span>
      ),
    outstanding: <Amount cents={company.outstandingCents} currency={currency ?? undefined} />,
  };
  return (
    <Row cursor={isCursor}>
      {columns.map(({ id, head, look, ...cellProps }) => (
        <Cell key={id} {...cellProps} className={look}>
          {contents[id]}
        </Cell>
      ))}
    </Row>
  );
}

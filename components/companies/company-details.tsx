import { useLocale, useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { CopyButton } from "@/components/ui/form/copy-button";
import { Section } from "@/components/ui/page/section";
import { Detail, Details } from "@/components/ui/text/details";
import { EmailAddress } from "@/components/ui/text/email-address";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { CompanyDescription } from "@/server/tenancy/companies/describe-company";
import { nameOfCountry } from "./name-of-country";

/** Facts about the company. Customers see them, and partners' systems read them through the interface. */
export function CompanyDetails({ company }: { company: CompanyDescription }) {
  const say = useTranslations("companies");
  const locale = useLocale();
  return (
    <Section title={say("details.title")}>
      <Details>
        <Copied label={say("fields.email")} value={company.email} shown={<EmailAddress email={company.email} />} />
        <Detail label={say("details.address")}>
          <address className="whitespace-pre-line not-italic">{addressOf(company, nameOfCountry(company.countryCode, locale))}</address>
        </Detail>
        <Detail label={say("fields.locale")}>{new Intl.DisplayNames([locale], { type: "language" }).of(company.locale)}</Detail>
        <Detail label={say("fields.currency")}>{company.currency}</Detail>
        <Detail label={say("fields.brand")}>{company.brand}</Detail>
        {company.vatPercentage !== null && (
          <Detail label={say("details.vat")}>{say("percentage", { percentage: company.vatPercentage })}</Detail>
        )}
        {company.enterpriseNumber && <Copied label={say("fields.enterpriseNumber")} value={company.enterpriseNumber} />}
        {company.partnershipPageUrl && (
          <Detail label={say("fields.partnershipPageUrl")}>
            <a className="underline wrap-anywhere" href={company.partnershipPageUrl} target="_blank" rel="noreferrer">
              {company.partnershipPageUrl.split(AFTER_SLASH).map((part) => (
                <Fragment key={part}>
                  {part}
                  <wbr />
                </Fragment>
              ))}
            </a>
          </Detail>
        )}
        <Detail label={say("details.created")}>
          <FormattedDate at={company.createdAt} as="date" />
        </Detail>
        <Copied
          label={say("details.id")}
          value={company.id}
          shown={<span className="font-mono text-[0.92em]">{`${company.id.slice(0, 16)}…${company.id.slice(-8)}`}</span>}
        />
      </Details>
    </Section>
  );
}

/** Place after a slash, where a long address may continue on the next line. */
const AFTER_SLASH = /(?<=\/)/;

/** A fact with a button that copies it. `shown`: how it is displayed, if not as the plain value. */
function Copied({ label, value, shown }: { label: string; value: string; shown?: ReactNode }) {
  return (
    <Detail label={label}>
      {shown ?? value} <CopyButton value={value} name={label} />
    </Detail>
  );
}

function addressOf({ address1, houseNumber, address2, zipcode, city }: CompanyDescription, country: string): string {
  const join = (...parts: (string | null)[]) => parts.filter(Boolean).join(" ");
  return [join(address1, houseNumber), address2, join(zipcode, city), country].filter(Boolean).join("\n");
}

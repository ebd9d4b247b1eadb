import Link from "next/link";
import { useTranslations } from "next-intl";
import { debitsHref } from "@/components/companies/debits/debits-address";
import { Section } from "@/components/ui/page/section";
import { mandatesHref } from "./mandates-address";

/** Leads to a company's mandates, and to its direct debits. */
export function CompanyMandates({ companyId }: { companyId: string }) {
  const say = useTranslations("mandates");
  const sayOfDebits = useTranslations("debits");
  return (
    <Section title={say("title")}>
      <p className="text-sm text-ink-muted">{say("whenUsed")}</p>
      <p className="text-sm">
        <Link href={mandatesHref(companyId)}>{say("show")}</Link>
      </p>
      <p className="text-sm">
        <Link href={debitsHref(companyId)}>{sayOfDebits("show")}</Link>
      </p>
    </Section>
  );
}

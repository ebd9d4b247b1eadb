import Link from "next/link";
import { useTranslations } from "next-intl";
import { Section } from "@/components/ui/page/section";
import { mandatesHref } from "./mandates-address";

/** Leads to a company's mandates for direct debits. */
export function CompanyMandates({ companyId }: { companyId: string }) {
  const say = useTranslations("mandates");
  return (
    <Section title={say("title")}>
      <p className="text-sm text-ink-muted">{say("whenUsed")}</p>
      <p className="text-sm">
        <Link href={mandatesHref(companyId)}>{say("show")}</Link>
      </p>
    </Section>
  );
}

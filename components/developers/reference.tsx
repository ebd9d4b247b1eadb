import { BookOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/form/button-class";
import { Section } from "@/components/ui/page/section";
import { CodeBlock } from "@/components/ui/text/code-block";

interface Props {
  /** The service's public address. */
  baseUrl: string;
  /** A brand that the partner's companies may use. */
  brand: string | undefined;
  /** One of the partner's companies, for a first request. */
  company: { id: string; name: string } | undefined;
}

/** Address of the interface, its reference, and a first request. */
export function Reference({ baseUrl, brand, company }: Props) {
  const say = useTranslations("developers.reference");
  return (
    <Section title={say("title")}>
      <p className="text-sm text-ink-muted">{say("about")}</p>
      <CodeBlock name={say("baseUrl")} text={baseUrl} />
      <CodeBlock name={say("quickStart")} text={company ? fetchCompany(baseUrl, company.id) : createCompany(baseUrl, brand)} />
      <p className="text-sm text-ink-muted">{company ? say("quickStartHint", { company: company.name }) : say("quickStartCreateHint")}</p>
      {/* A plain link: the reference is a separate document without the portal's layout. */}
      <a className={buttonClass({ variant: "default", size: "md" }, "justify-self-start")} href="/docs" target="_blank" rel="noreferrer">
        <BookOpen />
        {say("open")}
      </a>
    </Section>
  );
}

const AUTHORIZATION = "-H 'Authorization: ApiKey YOUR_API_KEY'";

function fetchCompany(baseUrl: string, companyId: string): string {
  return ["curl", AUTHORIZATION, `${baseUrl}/companies/${companyId}`].join(" \\\n  ");
}

function createCompany(baseUrl: string, brand: string | undefined): string {
  const body = {
    name: "Rowing Club Northbank",
    brand,
    email: "office@northbank.example",
    locale: "en",
    country_code: "GB",
    currency: "GBP",
  };
  const contentType = "-H 'Content-Type: application/json'";
  return ["curl", AUTHORIZATION, contentType, `-d '${JSON.stringify(body, undefined, 2)}'`, `${baseUrl}/companies`].join(" \\\n  ");
}

import Link from "next/link";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/form/copy-button";
import { Section } from "@/components/ui/page/section";
import { Detail, Details } from "@/components/ui/text/details";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { ImportDescription } from "@/server/billing/imports/import";

/** Company, currency, creation, transmission, number of lines and id of the import. */
export function ImportDetails({ record }: { record: ImportDescription }) {
  const say = useTranslations("imports");
  return (
    <Section title={say("details.title")}>
      <Details>
        <Detail label={say("fields.company")}>
          <Link className="underline" href={`/companies/${record.companyId}`}>
            {record.companyName}
          </Link>
        </Detail>
        <Detail label={say("details.currency")}>{record.currency}</Detail>
        <Detail label={say("columns.created")}>
          <RelativeTime at={record.createdAt} />
        </Detail>
        {record.transmittedAt && (
          <Detail label={say("details.transmitted")}>
            <RelativeTime at={record.transmittedAt} />
          </Detail>
        )}
        <Detail label={say("details.lines")}>{say("number", { count: record.linesCount })}</Detail>
        <Detail label={say("details.id")}>
          <span className="font-mono text-[0.92em]">{`${record.id.slice(0, 16)}…${record.id.slice(-8)}`}</span>{" "}
          <CopyButton value={record.id} name={say("details.id")} />
        </Detail>
      </Details>
    </Section>
  );
}

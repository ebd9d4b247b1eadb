import { useTranslations } from "next-intl";
import { Section } from "@/components/ui/page/section";
import type { ImportDescription } from "@/server/billing/imports/import";
import { ConcernLink } from "./concern-link";
import { ReachTable } from "./reach-table";

/** The import's invoices by the channel that reaches their customers. */
export function ImportReach({ record }: { record: ImportDescription }) {
  const say = useTranslations("imports.reach");
  return (
    <Section title={say("title")} rule>
      <div className="-mt-3">
        <ReachTable preview={record} nobodyLink={<ConcernLink importId={record.id} concern="nobody" words={say("show")} />} />
      </div>
    </Section>
  );
}

import { useTranslations } from "next-intl";
import { Section } from "@/components/ui/page/section";
import type { ImportDescription } from "@/server/billing/imports/import";
import { ConcernLink } from "./concern-link";
import { ReachTable } from "./reach-table";

/** Customers that the import reaches or reached, by channel. */
export function ImportReach({ record }: { record: ImportDescription }) {
  const say = useTranslations("imports.reach");
  return (
    <Section title={say("title")} rule>
      <div className="-mt-3">
        <ReachTable preview={record} beside={<ConcernLink importId={record.id} concern="nobody" words={say("show")} />} />
      </div>
    </Section>
  );
}

import { useTranslations } from "next-intl";
import type { ImportDescription } from "@/server/imports/import";
import { Section } from "../ui/section";
import { ConcernLink } from "./concern-link";
import { ReachTable } from "./reach-table";

/** Whom the import reaches, or reached, and by what. */
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

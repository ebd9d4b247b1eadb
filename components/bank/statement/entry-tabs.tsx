import { useTranslations } from "next-intl";
import { Tab, Tabs } from "@/components/ui/page/tabs";
import type { EntryCount } from "@/server/bank/entries/count-entries";
import { type EntryOutcome, entryOutcomes } from "@/server/domain/rules/statement-list";
import type { StatementAddressControl } from "./use-statement-address";

interface Props {
  list: StatementAddressControl;
  counts: readonly EntryCount[];
}

/** One tab for each outcome that the statement has, with its count. The filter by category limits the counts. */
export function EntryTabs({ list: { address, go, hrefOf }, counts }: Props) {
  const say = useTranslations("bank.statement");
  const nameOf = useOutcomeName();
  const { outcome: shown, category } = address;
  const ofCategory = counts.filter((each) => category === null || each.category === category);
  const countOf = (outcome: EntryOutcome | null) =>
    ofCategory.filter((each) => outcome === null || each.outcome === outcome).reduce((sum, { count }) => sum + count, 0);
  const present = entryOutcomes.filter((outcome) => outcome === shown || counts.some((each) => each.outcome === outcome));
  return (
    <Tabs name={say("tabs")} className="border-b border-line">
      {[null, ...present].map((outcome) => (
        <Tab
          key={outcome}
          href={hrefOf({ outcome })}
          current={outcome === shown}
          count={countOf(outcome)}
          onNavigate={(event) => {
            event.preventDefault();
            go({ outcome });
          }}
        >
          {outcome === null ? say("all") : nameOf(outcome)}
        </Tab>
      ))}
    </Tabs>
  );
}

/** Returns a function for the name of an outcome: the name of the desk's tab. Repeated and withdrawn entries have no tab there. */
export function useOutcomeName(): (outcome: EntryOutcome) => string {
  const say = useTranslations("bank");
  return (outcome) => (outcome === "repeated" || outcome === "withdrawn" ? say(`statement.outcomes.${outcome}`) : say(`tabs.${outcome}`));
}

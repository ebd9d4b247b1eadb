import Link from "next/link";
import { useTranslations } from "next-intl";
import { listHref } from "@/components/invoices/list/list-address";
import { Figure, Figures } from "@/components/ui/table/figures";
import { Total } from "@/components/ui/table/total";
import { Amount } from "@/components/ui/text/amount";
import type { HomeFigures } from "@/server/desk/home/home";

/** The outstanding amount, and the money received. */
export function KeyFigures({ figures, companyId }: { figures: HomeFigures; companyId: string | null }) {
  const say = useTranslations("home");
  const { currency, collected } = figures;
  return (
    <Figures className="gap-x-16 pb-2">
      <Figure label={say("outstanding", { currency })} note={say("outstandingNote")}>
        <Link href={listHref({ fact: "outstanding", company: companyId })}>
          <Total>
            <Amount cents={figures.outstandingCents} />
          </Total>
        </Link>
      </Figure>
      <Figure
        label={say("collectedLastWeek")}
        note={say.rich("weekBefore", { amount: () => <Amount key="amount" cents={collected.weekBeforeCents} /> })}
      >
        <Amount cents={collected.lastWeekCents} />
      </Figure>
      <Figure label={say("collectedSeason")} note={say("seasonNote")}>
        <Amount cents={collected.seasonCents} />
      </Figure>
    </Figures>
  );
}

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ImportDescription } from "@/server/imports/import";
import { listHref } from "../invoices/list-address";
import { Amount } from "../ui/amount";
import { Figure, Figures } from "../ui/figures";
import { Total } from "../ui/total";

/** How much is in it, and how much of it is still to come. */
export function ImportFigures({ record }: { record: ImportDescription }) {
  const say = useTranslations("imports");
  const { contents, reach, currency, expectedInvoicesCount } = record;
  return (
    <Figures>
      <Figure
        label={say("columns.invoices")}
        note={expectedInvoicesCount === null ? undefined : say("figures.expected", { count: expectedInvoicesCount })}
      >
        {say("number", { count: contents.invoicesCount })}
      </Figure>
      {record.transmittedAt ? (
        <>
          <Figure label={say("figures.billed", { currency })}>
            <Amount cents={record.billedCents} />
          </Figure>
          <Figure label={say("figures.outstanding", { currency })}>
            <Link href={listHref({ import: record.id, fact: "outstanding" })}>
              <Total>
                <Amount cents={contents.amountCents} />
              </Total>
            </Link>
          </Figure>
        </>
      ) : (
        <>
          <Figure label={say("figures.sum", { currency })}>
            <Total>
              <Amount cents={contents.amountCents} />
            </Total>
          </Figure>
          <Figure
            label={say("figures.reached")}
            note={reach.nobody.invoicesCount > 0 ? say("figures.notReached", { count: reach.nobody.invoicesCount }) : undefined}
          >
            {say("number", { count: contents.invoicesCount - reach.nobody.invoicesCount })}
          </Figure>
        </>
      )}
    </Figures>
  );
}

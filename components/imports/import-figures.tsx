import Link from "next/link";
import { useTranslations } from "next-intl";
import { listHref } from "@/components/invoices/list/list-address";
import { Figure, Figures } from "@/components/ui/table/figures";
import { Total } from "@/components/ui/table/total";
import { Amount } from "@/components/ui/text/amount";
import type { ImportDescription } from "@/server/billing/imports/import";

/** Number of invoices. Before the transmission, also their sum and the number of mails; after it, the billed and the outstanding amount. */
export function ImportFigures({ record }: { record: ImportDescription }) {
  const say = useTranslations("imports");
  const { contents, reach, currency, expectedInvoicesCount } = record;
  // Invoices without an e-mail address.
  const unmailedCount = contents.invoicesCount - reach.email.invoicesCount;
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
                <Amount cents={record.outstandingCents} />
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
          <Figure label={say("figures.reached")} note={unmailedCount > 0 ? say("figures.notReached", { count: unmailedCount }) : undefined}>
            {say("number", { count: record.mailsCount })}
          </Figure>
        </>
      )}
    </Figures>
  );
}

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Cell, Row, SumRow, Table, TableBody, TableFoot } from "@/components/ui/table/table";
import { Total } from "@/components/ui/table/total";
import { Amount } from "@/components/ui/text/amount";
import type { TransmissionPreview } from "@/server/billing/imports/import";
import { reaches } from "@/server/domain/rules/reach";
import { reachIcons } from "./reach-icons";

interface Props {
  preview: TransmissionPreview;
  /** Link to the invoices whose customers cannot be reached, shown beside that name. */
  nobodyLink?: ReactNode;
}

/**
 * Number and amount of invoices by the channel that reaches the customer, adding up to the whole import. Before the transmission, also the
 * number of mails, if it differs from the number of invoices with an e-mail address.
 */
export function ReachTable({ preview: { reach, contents, currency, mailsCount, transmittedAt }, nobodyLink }: Props) {
  const say = useTranslations("imports");
  return (
    <Table caption={say("reach.title")} density="slim" flush>
      <TableBody>
        {reaches.map((name) => {
          const { invoicesCount, amountCents } = reach[name];
          const Icon = reachIcons[name];
          const toneIfAny = name === "email" ? undefined : "text-attention";
          const tone = invoicesCount === 0 ? "text-ink-faint" : toneIfAny;
          return (
            <Row key={name} className={tone}>
              <Cell>
                <span className="inline-flex items-center gap-2 align-top [&_a]:underline">
                  <Icon />
                  {say(`reach.by.${name}`)}
                  {name === "email" && transmittedAt === null && mailsCount !== invoicesCount && (
                    <span className="text-ink-muted">{say("reach.mails", { count: mailsCount })}</span>
                  )}
                  {name === "nobody" && invoicesCount > 0 && nobodyLink}
                </span>
              </Cell>
              <Cell numeric>{say("invoices", { count: invoicesCount })}</Cell>
              <Cell numeric>
                <Amount cents={amountCents} />
              </Cell>
            </Row>
          );
        })}
      </TableBody>
      <TableFoot>
        <SumRow>
          <Cell>{say("reach.sum", { currency })}</Cell>
          <Cell numeric>{say("invoices", { count: contents.invoicesCount })}</Cell>
          <Cell numeric>
            <Total>
              <Amount cents={contents.amountCents} className="text-inherit" />
            </Total>
          </Cell>
        </SumRow>
      </TableFoot>
    </Table>
  );
}

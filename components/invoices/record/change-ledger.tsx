import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Cell, Row, SumRow, Table, TableBody, TableFoot } from "@/components/ui/table/table";
import { Total } from "@/components/ui/table/total";
import { Amount } from "@/components/ui/text/amount";

interface Props {
  currency: string;
  outstandingCents: number;
  /** What the act does to it. */
  change: ReactNode;
  changeCents: number;
}

/** What is outstanding, what an act changes about it, and what is outstanding then. */
export function ChangeLedger({ currency, outstandingCents, change, changeCents }: Props) {
  const say = useTranslations("invoice.acts");
  const afterCents = outstandingCents + changeCents;
  return (
    <Table caption={say("ledger")} density="slim" flush>
      <TableBody>
        <Row>
          <Cell>{say("outstanding", { currency })}</Cell>
          <Cell numeric>
            <Amount cents={outstandingCents} />
          </Cell>
        </Row>
        <Row>
          <Cell>{change}</Cell>
          <Cell numeric>
            <Amount cents={changeCents} />
          </Cell>
        </Row>
      </TableBody>
      <TableFoot>
        <SumRow>
          <Cell>{afterCents < 0 ? say("owedAfter") : say("after")}</Cell>
          <Cell numeric>
            <Total>
              <Amount cents={afterCents} />
            </Total>
          </Cell>
        </SumRow>
      </TableFoot>
    </Table>
  );
}

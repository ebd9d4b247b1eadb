import { useTranslations } from "next-intl";
import { Cell, Row, SumRow, Table, TableBody, TableFoot } from "@/components/ui/table/table";
import { Total } from "@/components/ui/table/total";
import { Amount } from "@/components/ui/text/amount";

interface Props {
  currency: string;
  outstandingCents: number;
  /** Changes by the act. */
  changes: { what: string; cents: number }[];
}

/** The outstanding amount, its changes by an act, and the result. */
export function ChangeLedger({ currency, outstandingCents, changes }: Props) {
  const say = useTranslations("invoice.acts");
  const afterCents = changes.reduce((total, { cents }) => total + cents, outstandingCents);
  return (
    <Table caption={say("ledger")} density="slim" flush>
      <TableBody>
        <Row>
          <Cell>{say("outstanding", { currency })}</Cell>
          <Cell numeric>
            <Amount cents={outstandingCents} />
          </Cell>
        </Row>
        {changes.map(({ what, cents }) => (
          <Row key={what}>
            <Cell>{what}</Cell>
            <Cell numeric>
              <Amount cents={cents} />
            </Cell>
          </Row>
        ))}
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

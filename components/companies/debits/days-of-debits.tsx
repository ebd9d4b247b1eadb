import { useTranslations } from "next-intl";
import { Cell, Row, SumRow, Table, TableBody, TableFoot } from "@/components/ui/table/table";
import { Total } from "@/components/ui/table/total";
import { Amount } from "@/components/ui/text/amount";
import { FormattedDate } from "@/components/ui/text/formatted-date";

interface Props {
  caption: string;
  days: readonly { collectOn: string; count: number; amountCents: number }[];
}

/** Numbers and sums of debits by day of collection, for a dialog that asks about them. */
export function DaysOfDebits({ caption, days }: Props) {
  const say = useTranslations("debits.coming");
  const count = days.reduce((sum, day) => sum + day.count, 0);
  const amountCents = days.reduce((sum, day) => sum + day.amountCents, 0);
  return (
    <Table caption={caption} density="slim" flush>
      <TableBody>
        {days.map((day) => (
          <Row key={day.collectOn}>
            <Cell>
              <FormattedDate day={day.collectOn} as="date" />
            </Cell>
            <Cell numeric>{say("debits", { count: day.count })}</Cell>
            <Cell numeric>
              <Amount cents={day.amountCents} />
            </Cell>
          </Row>
        ))}
      </TableBody>
      <TableFoot>
        <SumRow>
          <Cell>{say("look.sum")}</Cell>
          <Cell numeric>{say("debits", { count })}</Cell>
          <Cell numeric>
            <Total>
              <Amount cents={amountCents} currency="EUR" />
            </Total>
          </Cell>
        </SumRow>
      </TableFoot>
    </Table>
  );
}

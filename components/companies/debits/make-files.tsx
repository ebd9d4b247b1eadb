"use client";

import { useMutation } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { Cell, Row, SumRow, Table, TableBody, TableFoot } from "@/components/ui/table/table";
import { Total } from "@/components/ui/table/total";
import { Amount } from "@/components/ui/text/amount";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { ChosenDebits } from "@/server/bank/debit-files/create-debit-files";
import type { ComingAccount } from "@/server/bank/debit-files/list-coming";
import { groupIban } from "@/server/domain/banking/group-iban";
import { ActDialog } from "./act-dialog";

interface Props {
  account: ComingAccount;
  chosen: ChosenDebits;
  trigger: ReactElement<TriggerProps>;
}

/** Confirmation of a file of direct debits before it is made: its days with their debits, the sum and the receiving account. */
export default function MakeFiles({ account: { days, holder, iban }, chosen, trigger }: Props) {
  const say = useTranslations("debits.coming.look");
  const sayCount = useTranslations("debits.coming");
  const { count, amountCents } = chosen.seen;
  return (
    <ActDialog
      trigger={trigger}
      act={useMutation(useTRPC().debits.create.mutationOptions())}
      input={chosen}
      title={say("title", { count })}
      confirm={say("confirm")}
      confirmIcon={FileDown}
      busy={say("busy")}
      done={say("done")}
    >
      <p className="wrap-anywhere">{say("account", { account: `${holder} ${groupIban(iban)}` })}</p>
      <Table caption={say("title", { count })} density="slim" flush>
        <TableBody>
          {days
            .filter(({ collectOn }) => chosen.days.includes(collectOn))
            .map(({ collectOn, ready }) => (
              <Row key={collectOn}>
                <Cell>
                  <FormattedDate day={collectOn} as="date" />
                </Cell>
                <Cell numeric>{sayCount("debits", { count: ready.count })}</Cell>
                <Cell numeric>
                  <Amount cents={ready.amountCents} />
                </Cell>
              </Row>
            ))}
        </TableBody>
        <TableFoot>
          <SumRow>
            <Cell>{say("sum")}</Cell>
            <Cell numeric>{sayCount("debits", { count })}</Cell>
            <Cell numeric>
              <Total>
                <Amount cents={amountCents} currency="EUR" />
              </Total>
            </Cell>
          </SumRow>
        </TableFoot>
      </Table>
      <p className="text-sm text-ink-muted">{say("note")}</p>
    </ActDialog>
  );
}

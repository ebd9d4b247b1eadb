"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf } from "@/components/failures/failure";
import { RefusalText } from "@/components/failures/refusal-text";
import { Select } from "@/components/ui/form/select";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { Cell, Row, SumRow, Table, TableBody, TableFoot } from "@/components/ui/table/table";
import { Total } from "@/components/ui/table/total";
import { Amount } from "@/components/ui/text/amount";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { ChosenPayout } from "@/server/bank/refund-files/create-refund-file";
import { groupIban } from "@/server/domain/banking/group-iban";
import { refundFileId } from "./refund-file-id";

/** Time in ms for which the way to the new file is shown. */
const SHOWN_MS = 15_000;

interface Props {
  companyId: string;
  currency: string;
  chosen: ChosenPayout[];
  trigger: ReactElement<TriggerProps>;
}

/**
 * Confirmation of a refund file before it is made: number of payments, sum, day of execution and paying account. Its code is loaded by the
 * first click, so it is open when it mounts. It renders the button for later clicks.
 */
export default function GiveBackDialog({ trigger, ...props }: Props) {
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  return (
    <>
      {opener}
      {open && <Confirmation {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function Confirmation({ companyId, currency, chosen, onClose }: Omit<Props, "trigger"> & { onClose: () => void }) {
  const say = useTranslations("bank.refunds");
  const queries = useQueryClient();
  const { payouts } = useTRPC();
  const owed = chosen.map(({ kind, id }) => ({ kind, id }));
  const preview = useQuery(payouts.preview.queryOptions({ companyId, owed }, { staleTime: 0, refetchOnWindowFocus: false, retry: false }));
  const [chosenId, setChosenId] = useState<string>();
  const accounts = preview.data?.accounts ?? [];
  // Until the reader chooses, the usual account, which is the first.
  const account = accounts.find(({ id }) => id === chosenId) ?? accounts[0];
  const create = useMutation(payouts.create.mutationOptions());
  const isInPounds = currency === "GBP";
  const count = chosen.length;
  const sumCents = chosen.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const trouble = create.error ?? preview.error;

  const order = () =>
    create.mutate(
      { companyId, chosen, from: account && { bankAccountId: account.id, seenIban: account.iban } },
      {
        onSuccess: (payoutId) => {
          onClose();
          const showFile = () => document.getElementById(refundFileId(payoutId))?.scrollIntoView();
          toastDone(say(isInPounds ? "madeInPounds" : "made"), { label: say("showFile"), onAct: showFile }, SHOWN_MS);
          return queries.invalidateQueries();
        },
        // The company's account may have changed since the preview.
        onError: () => preview.refetch(),
      },
    );

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={say("look.title", { count })}
      confirm={say("look.confirm")}
      confirmIcon={FileDown}
      onConfirm={order}
      busy={create.isPending && say("making")}
      disabled={!account || preview.isFetching}
      error={trouble && <RefusalText code={failureOf(trouble).code} />}
    >
      <Table caption={say("look.title", { count })} density="slim" flush>
        <TableBody>
          <Row>
            <Cell>{say("look.day")}</Cell>
            <Cell numeric>{preview.data ? <FormattedDate day={preview.data.executeOn} /> : "…"}</Cell>
          </Row>
          <Row tall>
            <Cell>{say("look.from")}</Cell>
            <Cell numeric className="whitespace-normal!">
              {account ? (
                <>
                  {account.holder}
                  {accounts.length > 1 ? (
                    <Select
                      aria-label={say("look.from")}
                      value={account.id}
                      onChange={({ target }) => setChosenId(target.value)}
                      className="mt-1"
                    >
                      {accounts.map(({ id, iban }) => (
                        <option key={id} value={id}>
                          {groupIban(iban)}
                        </option>
                      ))}
                    </Select>
                  ) : (
                    <span className="block text-ink-muted">{groupIban(account.iban)}</span>
                  )}
                </>
              ) : (
                "…"
              )}
            </Cell>
          </Row>
          <Row>
            <Cell>{say("look.payments")}</Cell>
            <Cell numeric>{count}</Cell>
          </Row>
        </TableBody>
        <TableFoot>
          <SumRow>
            <Cell>{say("look.sum")}</Cell>
            <Cell numeric>
              <Total>
                <Amount cents={sumCents} currency={currency} />
              </Total>
            </Cell>
          </SumRow>
        </TableFoot>
      </Table>
      <p className="text-sm text-ink-muted">{say(isInPounds ? "look.noteInPounds" : "look.note")}</p>
    </ConfirmDialog>
  );
}

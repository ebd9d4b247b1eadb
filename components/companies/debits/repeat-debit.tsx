"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf } from "@/components/failures/failure";
import { RefusalText } from "@/components/failures/refusal-text";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { Amount } from "@/components/ui/text/amount";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { RepeatOffer } from "@/server/billing/repeated-debits/offer-repetition";
import { ActDialog } from "./act-dialog";

interface Props {
  debitId: string;
  holder: string;
  trigger: ReactElement<TriggerProps>;
}

/** Asks whether a debit is to be collected once more, shows the sum and the day, and plans it. */
export default function RepeatDebit({ debitId, holder, trigger }: Props) {
  const say = useTranslations("repeatedDebits");
  const { data: offer, error } = useQuery(useTRPC().debits.repetition.queryOptions({ debitId }));
  const collectOn = offer?.collectOn ?? null;
  return (
    <ActDialog
      trigger={trigger}
      act={useMutation(useTRPC().debits.repeat.mutationOptions())}
      input={{ debitId, amountCents: offer?.amountCents ?? 0, collectOn: collectOn ?? "" }}
      title={say("title")}
      confirm={say("confirm")}
      busy={say("busy")}
      done={say("done")}
      disabled={collectOn === null}
    >
      {holder && <p className="wrap-anywhere">{holder}</p>}
      {error && <RefusalText code={failureOf(error).code} />}
      {offer === null && <p>{say("not")}</p>}
      {offer && <Offered offer={offer} />}
    </ActDialog>
  );
}

function Offered({ offer: { collectOn, amountCents, invoices, left } }: { offer: RepeatOffer }) {
  const say = useTranslations("repeatedDebits");
  return (
    <>
      {collectOn === null ? (
        <p>{say("nothing")}</p>
      ) : (
        <>
          <p>
            {say.rich("what", {
              count: invoices.length,
              amount: () => <Amount key="amount" cents={amountCents} currency="EUR" />,
              day: () => <FormattedDate key="day" day={collectOn} as="long" />,
            })}
          </p>
          <ul className="list-disc pl-5">
            {invoices.map(({ id, number, name, amountCents: cents }) => (
              <li key={id} className="wrap-anywhere">
                {number}, {name}: <Amount cents={cents} currency="EUR" />
              </li>
            ))}
          </ul>
          <p>{say("fee")}</p>
        </>
      )}
      {left.length > 0 && (
        <div>
          <p>{say("left")}</p>
          <ul className="list-disc pl-5">
            {left.map(({ id, number, name, blocker }) => (
              <li key={id} className="wrap-anywhere">
                {say("leftOf", { number, name, why: say(`why.${blocker}`) })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

import { Ban, CircleCheck, ClockAlert, type LucideIcon, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DebitReason } from "@/components/companies/debits/debit-reason";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Cell, type ListColumn, Row } from "@/components/ui/table/table";
import { Chip, type ChipTone } from "@/components/ui/text/chip";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { MandateRecord } from "@/server/billing/mandates/mandate-record";
import { groupIban } from "@/server/domain/banking/group-iban";
import type { MandateState } from "@/server/domain/rules/mandate-state";

interface Props {
  mandate: MandateRecord;
  columns: readonly ListColumn[];
  canEdit: boolean;
}

/** One mandate in the list. */
export function MandateRow({ mandate, columns, canEdit }: Props) {
  const say = useTranslations("mandates");
  const { reference, holder, organization, customerKey, invoiceId, iban, scheme, sequence, signedOn, collectedOn, state, endedAt } =
    mandate;
  const kinds = [scheme === "B2B" && scheme, sequence === "one_off" && say("sequences.one_off")].filter(Boolean);
  const historyLabel = say(mandate.source === "page" ? "history.ofPage" : "history.open");
  const contents: Record<string, ReactNode> = {
    reference: (
      <>
        <span className="block max-w-56 wrap-anywhere whitespace-normal max-[720px]:inline">{reference}</span>
        {kinds.length > 0 && <span className="block text-xs text-ink-muted">{kinds.join(", ")}</span>}
        {(mandate.consents.length > 0 || mandate.amendments.length > 0) && (
          <span className="-ml-2 block">
            <OnDemand
              load={() => import("./mandate-history")}
              props={{ mandate }}
              popup="dialog"
              trigger={
                <Button size="sm" variant="quiet" aria-label={say("history.openNamed", { label: historyLabel, reference })}>
                  {historyLabel}
                </Button>
              }
            />
          </span>
        )}
      </>
    ),
    holder: (
      <span title={holder}>
        {holder}
        <span className="block truncate text-xs text-ink-muted">
          {organization && `${organization}, `}
          {invoiceId === null ? customerKey : say("oneInvoice")}
        </span>
      </span>
    ),
    iban: <span className="whitespace-nowrap">{groupIban(iban)}</span>,
    signedOn: (
      <span className="whitespace-nowrap">
        <FormattedDate day={signedOn} as="date" />
      </span>
    ),
    lastCollectedOn: <span className="whitespace-nowrap">{collectedOn ? <FormattedDate day={collectedOn} as="date" /> : "–"}</span>,
    state: (
      <>
        <Chip tone={mandate.isExpiring ? "attention" : looks[state].tone} icon={mandate.isExpiring ? ClockAlert : looks[state].icon}>
          {say(mandate.isExpiring ? "expiring.state" : `states.${state}`)}
        </Chip>
        {mandate.isExpiring && (
          <span className="block text-xs text-ink-muted">
            <FormattedDate day={mandate.expiresOn} as="date" />
          </span>
        )}
        {state !== "valid" && <EndOfMandate mandate={mandate} />}
      </>
    ),
    acts: canEdit && endedAt === null && (
      // One above the other where the other columns need the room.
      <span className="-ml-2 grid justify-items-start max-[720px]:flex max-[720px]:gap-2 min-[1340px]:flex min-[1340px]:whitespace-nowrap">
        {state === "valid" && (
          <OnDemand
            load={() => import("./amend-mandate")}
            props={{ mandate }}
            popup="dialog"
            trigger={
              <Button size="sm" variant="quiet" aria-label={say("amend.openNamed", { reference })}>
                {say("amend.open")}
              </Button>
            }
          />
        )}
        <OnDemand
          load={() => import("./withdraw-mandate")}
          props={{ mandate }}
          popup="dialog"
          trigger={
            <Button size="sm" variant="quiet" aria-label={say("withdraw.openNamed", { reference })}>
              {say("withdraw.open")}
            </Button>
          }
        />
      </span>
    ),
  };
  return (
    <Row tall>
      {columns.map(({ id, head: _, ...layout }) => (
        <Cell key={id} {...layout}>
          {contents[id]}
        </Cell>
      ))}
    </Row>
  );
}

/** The day on which a mandate ended or expired, and the bank's reason or the author of the withdrawal. */
function EndOfMandate({ mandate: { state, endedAt, endedBecause, withdrawnBy, expiresOn } }: Pick<Props, "mandate">) {
  const say = useTranslations("mandates");
  const day = () =>
    endedAt === null || state === "expired" ? (
      <FormattedDate key="day" day={expiresOn} as="date" />
    ) : (
      <FormattedDate key="day" at={endedAt} as="date" />
    );
  return (
    <span className="block max-w-64 text-xs whitespace-normal text-ink-muted">
      {endedBecause ? (
        <>
          {say.rich("endedOnBecause", { day })} <DebitReason {...endedBecause} />
        </>
      ) : (
        say.rich("endedOn", { day })
      )}
      {withdrawnBy && <span className="block">{say(`withdrawnBy.${withdrawnBy.kind}`, { name: withdrawnBy.name ?? "–" })}</span>}
    </span>
  );
}

const looks: Record<MandateState, { tone: ChipTone; icon: LucideIcon }> = {
  valid: { tone: "done", icon: CircleCheck },
  withdrawn: { tone: "off", icon: Undo2 },
  expired: { tone: "bad", icon: ClockAlert },
  ended: { tone: "bad", icon: Ban },
  used: { tone: "usual", icon: CircleCheck },
};

"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { SettingsDetails } from "@/components/invoices/collection/settings-details";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone, toastFailed } from "@/components/ui/overlay/toast";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { Amount } from "@/components/ui/text/amount";
import type { ExpectedDebits, TransmissionPreview } from "@/server/billing/imports/import";
import { ConcernLink } from "./concern-link";
import { ReachTable } from "./reach-table";

/** Above this number of invoices, the reader must type the number to confirm. */
const TYPED_ABOVE = 50;

interface Props {
  /** The import as the page shows it. */
  shownBefore: TransmissionPreview;
  trigger: ReactElement<TriggerProps>;
}

/**
 * Asks for confirmation of a transmission, with current numbers. If the import or its settings have changed since they were shown,
 * confirming transmits nothing, and the dialog shows the new numbers.
 */
export default function TransmitDialog({ shownBefore, trigger }: Props) {
  const say = useTranslations("imports.transmit");
  const sayCollection = useTranslations("collection");
  const textOf = useFailureText();
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [refusal, setRefusal] = useState<string>();
  const current = useQuery(
    trpc.imports.previewTransmission.queryOptions(
      { importId: shownBefore.id },
      { enabled: open, staleTime: 0, refetchOnWindowFocus: false },
    ),
  );
  const settings = useQuery(
    trpc.imports.settings.queryOptions({ importId: shownBefore.id }, { enabled: open, staleTime: 0, refetchOnWindowFocus: false }),
  );
  const transmit = useMutation(trpc.imports.transmit.mutationOptions());
  const shown = current.data ?? shownBefore;
  const { contents, expectedInvoicesCount } = shown;
  const count = contents.invoicesCount;
  const isIncomplete = !shown.isExpectedCountReached;
  const trouble = current.error ? failureOf(current.error).code : refusal;

  const changeOpen = (next: boolean) => {
    setRefusal(undefined);
    setOpen(next);
  };

  const confirm = () => {
    setRefusal(undefined);
    transmit.mutate(
      { importId: shownBefore.id, seen: { ...contents, settingsVersion: settings.data?.version ?? null } },
      {
        onSuccess: () => {
          setOpen(false);
          toastDone(say("done", { count }));
          return queries.invalidateQueries();
        },
        onError: async (error) => {
          const { code } = failureOf(error);
          // Another person has transmitted the import, so there is nothing to confirm.
          const isOver = code === "import_already_transmitted";
          if (isOver) {
            setOpen(false);
            toastFailed(textOf(code));
          }
          await queries.invalidateQueries();
          if (!isOver) setRefusal(code);
        },
      },
    );
  };

  return (
    <>
      {opener}
      <ConfirmDialog
        open={open}
        onOpenChange={changeOpen}
        title={say("title", { count })}
        confirm={say("confirm", { count })}
        confirmIcon={Send}
        onConfirm={confirm}
        busy={transmit.isPending && say("busy", { count })}
        disabled={current.isFetching || settings.isFetching || isIncomplete}
        irreversible={say("lock")}
        typed={
          count > TYPED_ABOVE && !isIncomplete ? { label: say("typed", { digits: String(count) }), expected: String(count) } : undefined
        }
        error={
          trouble && (
            <>
              {trouble === "changed_meanwhile" ? say("changed") : textOf(trouble)} <code className="text-xs">{trouble}</code>
            </>
          )
        }
      >
        <p>{say("consequence", { title: shownBefore.title })}</p>
        <ReachTable
          preview={shown}
          nobodyLink={<ConcernLink importId={shownBefore.id} concern="nobody" words={say("show")} onFollow={() => setOpen(false)} />}
        />
        {shown.debits && <Debits debits={shown.debits} currency={shown.currency} />}
        {shown.reach.email.invoicesCount < count && <p className="text-attention">{sayCollection("onlyEmail")}</p>}
        {settings.data && (
          <SettingsDetails
            settings={settings.data.settings}
            companyId={shown.companyId}
            currency={shown.currency}
            country={shown.countryCode}
          />
        )}
        {isIncomplete && <p className="text-late">{say("short", { count, expected: expectedInvoicesCount ?? 0 })}</p>}
      </ConfirmDialog>
    </>
  );
}

/** Number and sum of the invoices that are debited, and the number of those that are asked for instead. */
function Debits({ debits, currency }: { debits: ExpectedDebits; currency: string }) {
  const say = useTranslations("imports.transmit");
  const { invoicesCount, amountCents, askedCount } = debits;
  return (
    <p className={invoicesCount === 0 ? "text-attention" : undefined}>
      {say.rich("debits", {
        count: invoicesCount,
        asked: askedCount,
        amount: () => <Amount key="amount" cents={amountCents} currency={currency} />,
      })}
    </p>
  );
}

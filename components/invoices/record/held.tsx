"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CirclePause } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { failureOf } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { RequiresRight } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { buttonClass } from "@/components/ui/form/button-class";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import { Banner } from "@/components/ui/page/banner";
import { useRegion } from "@/components/ui/text/region";
import type { OpenHold } from "@/server/billing/invoices/find-hold";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { formatDay } from "@/server/domain/formats/dates";

/** The hold on an invoice, with the button to resume collection. */
export function Held({ invoice, hold }: { invoice: InvoiceRecord; hold: OpenHold }) {
  const say = useTranslations("invoice.hold");
  const region = useRegion();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const resume = useMutation(
    trpc.invoice.resume.mutationOptions({
      onSuccess: () => toastDone(say("resumed")),
      onSettled: () => queries.invalidateQueries(),
    }),
  );
  return (
    <div className="grid gap-2">
      {resume.error && <Refusal key={resume.submittedAt} code={failureOf(resume.error).code} />}
      <Banner tone="attention" icon={CirclePause} className="wrap-anywhere">
        <p>
          {say(hold.promisedOn ? "notice.promised" : `notice.${hold.kind}`, {
            name: invoice.customerName,
            day: hold.promisedOn ? formatDay(hold.promisedOn, region, "long") : "",
            until: hold.until ? formatDay(hold.until, region, "long") : "",
          })}
        </p>
        <p className="whitespace-pre-line text-ink-muted">{hold.reason}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <RequiresRight right="invoices">
            {hold.promisedOn ? (
              <OnDemand
                load={() => import("./withdraw-promise-dialog")}
                props={{ invoice, holdId: hold.id, day: hold.promisedOn }}
                popup="dialog"
                trigger={<Button size="sm">{say("withdraw.open")}</Button>}
              />
            ) : (
              // After a withdrawn promise, a mail names the last day of the pause.
              !hold.withdrawsPromise && (
                <Button
                  size="sm"
                  busy={resume.isPending && say("resuming")}
                  onClick={() => resume.mutate({ invoiceId: invoice.id, holdId: hold.id })}
                >
                  {say("resume")}
                </Button>
              )
            )}
          </RequiresRight>
          {hold.kind === "handed_over" && (
            <a download href={`/api/export/case?invoice=${invoice.id}`} className={buttonClass({ size: "sm" })}>
              {say("caseFile")}
            </a>
          )}
        </div>
      </Banner>
    </div>
  );
}

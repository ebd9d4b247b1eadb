"use client";

import { Ellipsis, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { NeighbourLinks } from "@/components/invoices/list/neighbour-links";
import { RequiresRight } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { IconButton } from "@/components/ui/form/icon-button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";

/** Links to the invoice's neighbours in the list, and the acts that are possible now. */
export function InvoiceActions({ invoice }: { invoice: InvoiceRecord }) {
  const say = useTranslations("invoice");
  return (
    <>
      <NeighbourLinks invoiceId={invoice.id} />
      {!invoice.retractedAt && (
        <RequiresRight right="invoices">
          <OnDemand
            load={() => import("./retract-dialog")}
            props={{ invoice }}
            popup="dialog"
            trigger={
              <Button variant="danger">
                <Undo2 aria-hidden="true" />
                {say("retract.open")}
              </Button>
            }
          />
        </RequiresRight>
      )}
      <OnDemand
        load={() => import("./invoice-menu")}
        props={{ invoice }}
        popup="menu"
        trigger={
          <IconButton name={say("more")}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      />
    </>
  );
}

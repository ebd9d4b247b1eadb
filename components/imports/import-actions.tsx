"use client";

import { FilePlus, Pencil, Send, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import type { ImportDescription } from "@/server/billing/imports/import";

/** Acts on an import that is not transmitted. */
export function ImportActions({ record }: { record: ImportDescription }) {
  const say = useTranslations("imports");
  return (
    <>
      <OnDemand
        load={() => import("./add-invoice")}
        props={{ record }}
        popup="dialog"
        trigger={
          <Button>
            <FilePlus />
            <span className="max-sm:sr-only">{say("add.open")}</span>
          </Button>
        }
      />
      <OnDemand
        load={() => import("./edit-import")}
        props={{ record }}
        popup="dialog"
        trigger={
          <Button>
            <Pencil />
            <span className="max-sm:sr-only">{say("edit.open")}</span>
          </Button>
        }
      />
      <OnDemand
        load={() => import("./delete-import-dialog")}
        props={{ record }}
        popup="dialog"
        trigger={
          <Button variant="danger">
            <Trash2 />
            <span className="max-sm:sr-only">{say("delete.open")}</span>
          </Button>
        }
      />
      {record.contents.invoicesCount > 0 && !record.isExpectedCountReached && (
        <Button variant="primary" disabled>
          <Send />
          {say("transmit.waiting", { count: record.contents.invoicesCount, expected: record.expectedInvoicesCount ?? 0 })}
        </Button>
      )}
      {record.contents.invoicesCount > 0 && record.isExpectedCountReached && (
        <OnDemand
          load={() => import("./transmit-dialog")}
          props={{ shownBefore: record }}
          popup="dialog"
          trigger={
            <Button variant="primary">
              <Send />
              {say("transmit.open")}
            </Button>
          }
        />
      )}
    </>
  );
}

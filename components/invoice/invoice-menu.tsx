"use client";

import { Braces, Printer, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import type { InvoiceRecord } from "@/server/invoices/invoice-record";
import { Menu, MenuItem, MenuSeparator } from "../ui/menu";

const AnswerDialog = dynamic(() => import("./answer-dialog"));
const DeleteDialog = dynamic(() => import("./delete-dialog"));

interface Props {
  invoice: InvoiceRecord;
  trigger: ReactElement;
}

/** What is done less often: for developers, for paper, and for good. */
export default function InvoiceMenu({ invoice, trigger }: Props) {
  const say = useTranslations("invoice");
  const [dialog, setDialog] = useState<"answer" | "delete" | null>(null);
  const onOpenChange = (open: boolean) => setDialog((shown) => (open ? shown : null));
  return (
    <>
      <Menu trigger={trigger} defaultOpen>
        <MenuItem icon={<Braces />} onSelect={() => setDialog("answer")}>
          {say("answer.open")}
        </MenuItem>
        <MenuItem icon={<Printer />} onSelect={() => window.print()}>
          {say("print")}
        </MenuItem>
        {!invoice.transmittedAt && (
          <>
            <MenuSeparator />
            <MenuItem icon={<Trash2 />} danger onSelect={() => setDialog("delete")}>
              {say("delete.open")}
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog === "answer" && <AnswerDialog invoiceId={invoice.id} onOpenChange={onOpenChange} />}
      {dialog === "delete" && <DeleteDialog invoice={invoice} onOpenChange={onOpenChange} />}
    </>
  );
}

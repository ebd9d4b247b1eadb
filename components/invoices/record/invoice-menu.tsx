"use client";

import {
  Banknote,
  Braces,
  CirclePause,
  CirclePlus,
  Eraser,
  FileDown,
  Handshake,
  Link,
  Printer,
  ScrollText,
  TicketMinus,
  Trash2,
  Users,
} from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { eventsHref } from "@/components/settings/security/events-address";
import { RequiresRight, useIsAdministrator, useIsSandbox } from "@/components/shell/reader-rights";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/overlay/menu";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import type { AccountAct } from "./account-dialog";

const AccountDialog = dynamic(() => import("./account-dialog"));
const ApiAnswerDialog = dynamic(() => import("./api-answer-dialog"));
const ArrangementDialog = dynamic(() => import("./arrangement-dialog"));
const CreditDialog = dynamic(() => import("./credit-dialog"));
const CustomerLinkDialog = dynamic(() => import("./customer-link-dialog"));
const DeleteDialog = dynamic(() => import("./delete-dialog"));
const EraseDialog = dynamic(() => import("./erase-dialog"));
const HoldDialog = dynamic(() => import("./hold-dialog"));
const JoinDialog = dynamic(() => import("./join-dialog"));

interface Props {
  invoice: InvoiceRecord;
  trigger: ReactElement;
}

const accountActs = [
  { act: "recordPayment", needs: "money", icon: <Banknote /> },
  { act: "addAmount", needs: "invoices", icon: <CirclePlus /> },
] as const;

type OtherDialog = "apiAnswer" | "arrangement" | "credit" | "customerLink" | "delete" | "erase" | "hold" | "join";

/** Returns the acts on the account. After a retraction, only a payment can be recorded. */
function actsOn({ retractedAt }: InvoiceRecord) {
  return accountActs.filter(({ act }) => !retractedAt || act === "recordPayment");
}

/** Less frequent acts, such as bookings by hand, holds, the API's answer, printing, and erasing the customer. */
export default function InvoiceMenu({ invoice, trigger }: Props) {
  const say = useTranslations("invoice");
  const router = useRouter();
  const isAdministrator = useIsAdministrator();
  const isSandbox = useIsSandbox();
  const [dialog, setDialog] = useState<AccountAct | OtherDialog | null>(null);
  const accountAct = accountActs.find(({ act }) => act === dialog)?.act;
  const onOpenChange = (open: boolean) => setDialog((shown) => (open ? shown : null));
  return (
    <>
      {/* Open at once: `OnDemand` loads this menu when the reader clicks. */}
      <Menu trigger={trigger} defaultOpen>
        {invoice.transmittedAt && (
          // Hides the separator as well if the reader may do none of these acts. `credit` relies on this right too.
          <RequiresRight right={invoice.retractedAt ? "money" : "invoices"}>
            {actsOn(invoice).map(({ act, needs, icon }) => (
              <RequiresRight key={act} right={needs}>
                <MenuItem icon={icon} onSelect={() => setDialog(act)}>
                  {say(`acts.${act}.open`)}
                </MenuItem>
              </RequiresRight>
            ))}
            {!invoice.retractedAt && (
              <MenuItem icon={<TicketMinus />} onSelect={() => setDialog("credit")}>
                {say("credit.open")}
              </MenuItem>
            )}
            {!invoice.retractedAt && invoice.hold?.kind !== "handed_over" && (
              <RequiresRight right="invoices">
                <MenuItem icon={<CirclePause />} onSelect={() => setDialog("hold")}>
                  {say("hold.open")}
                </MenuItem>
              </RequiresRight>
            )}
            {isSandbox && !invoice.retractedAt && invoice.account.outstandingCents > 0 && (
              <RequiresRight right="invoices">
                <MenuItem icon={<Handshake />} onSelect={() => setDialog("arrangement")}>
                  {say("arrangement.open")}
                </MenuItem>
              </RequiresRight>
            )}
            {!invoice.retractedAt && (
              <RequiresRight right="invoices">
                <MenuItem icon={<Users />} onSelect={() => setDialog("join")}>
                  {say("household.join.open")}
                </MenuItem>
              </RequiresRight>
            )}
            <MenuSeparator />
          </RequiresRight>
        )}
        {invoice.transmittedAt && (
          <RequiresRight right="answer">
            <MenuItem icon={<Link />} onSelect={() => setDialog("customerLink")}>
              {say("customerLink.open")}
            </MenuItem>
          </RequiresRight>
        )}
        <MenuItem icon={<Braces />} onSelect={() => setDialog("apiAnswer")}>
          {say("answer.open")}
        </MenuItem>
        {isAdministrator && (
          <MenuItem icon={<ScrollText />} onSelect={() => router.push(eventsHref({ about: `invoice:${invoice.id}` }))}>
            {say("securityLog")}
          </MenuItem>
        )}
        {isAdministrator && (
          <MenuItem icon={<FileDown />} onSelect={() => window.location.assign(`/api/export/customer?invoice=${invoice.id}`)}>
            {say("exportCustomer")}
          </MenuItem>
        )}
        <MenuItem icon={<Printer />} onSelect={() => window.print()}>
          {say("print")}
        </MenuItem>
        {isAdministrator && !invoice.erasedAt && (
          <>
            <MenuSeparator />
            <MenuItem icon={<Eraser />} danger onSelect={() => setDialog("erase")}>
              {say("erase.open")}
            </MenuItem>
          </>
        )}
        {!invoice.transmittedAt && (
          <RequiresRight right="invoices">
            <MenuSeparator />
            <MenuItem icon={<Trash2 />} danger onSelect={() => setDialog("delete")}>
              {say("delete.open")}
            </MenuItem>
          </RequiresRight>
        )}
      </Menu>
      {accountAct && <AccountDialog act={accountAct} invoice={invoice} onClose={() => setDialog(null)} />}
      {dialog === "apiAnswer" && <ApiAnswerDialog invoiceId={invoice.id} onOpenChange={onOpenChange} />}
      {dialog === "customerLink" && <CustomerLinkDialog invoice={invoice} onOpenChange={onOpenChange} />}
      {dialog === "credit" && <CreditDialog invoice={invoice} onClose={() => setDialog(null)} />}
      {dialog === "arrangement" && <ArrangementDialog invoice={invoice} onClose={() => setDialog(null)} />}
      {dialog === "hold" && <HoldDialog invoice={invoice} onClose={() => setDialog(null)} />}
      {dialog === "join" && <JoinDialog invoice={invoice} onClose={() => setDialog(null)} />}
      {dialog === "erase" && <EraseDialog invoice={invoice} onOpenChange={onOpenChange} />}
      {dialog === "delete" && <DeleteDialog invoice={invoice} onOpenChange={onOpenChange} />}
    </>
  );
}

"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, Suspense } from "react";
import { useTRPC } from "@/components/data/trpc";
import { RequiresRight } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { CopyButton } from "@/components/ui/form/copy-button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Section } from "@/components/ui/page/section";
import { Detail, Details } from "@/components/ui/text/details";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { groupIban } from "@/server/domain/banking/group-iban";
import { AccountNotice } from "./account-notice";

/** Details of the recipient and the invoice. Most of them have a copy button. */
export function Recipient({ invoice }: { invoice: InvoiceRecord }) {
  const say = useTranslations("invoice");
  const phone = [invoice.customerPhoneCountryCode, invoice.customerPhoneNumber].filter(Boolean).join(" ");
  const address = addressLines(invoice);
  return (
    <Section
      title={say("recipient.title")}
      actions={
        <RequiresRight right="invoices">
          <OnDemand
            load={() => import("./edit-recipient")}
            props={{ invoice }}
            popup="dialog"
            trigger={
              <Button variant="quiet" size="sm">
                <Pencil aria-hidden="true" />
                {say("recipient.edit")}
              </Button>
            }
          />
        </RequiresRight>
      }
    >
      {invoice.erasedAt && <p className="text-sm text-ink-muted">{say("recipient.erased")}</p>}
      <AccountNotice invoice={invoice} />
      <Details>
        <Detail label={say("recipient.name")}>{fullName(invoice)}</Detail>
        <Copied label={say("recipient.email")} value={invoice.customerEmail} />
        <Copied label={say("recipient.phone")} value={phone} />
        {address.length > 0 && (
          <Detail label={say("recipient.address")}>
            <address className="whitespace-pre-line not-italic">{address.join("\n")}</address>
          </Detail>
        )}
        <Copied label={say("recipient.iban")} value={invoice.directDebitIban} shown={inGroups(invoice.directDebitIban)} />
        <Detail label={say("recipient.language")}>{say(`languages.${invoice.locale}`)}</Detail>
        <Copied label={say("recipient.member")} value={invoice.memberExternalId ?? invoice.externalMembershipNumber} />
        <Copied label={say("recipient.club")} value={invoice.clubMembershipNumber} />
        <Copied label={say("recipient.federation")} value={invoice.federationMembershipNumber} />
        <Copied label={say("recipient.externalNumber")} value={invoice.externalInvoiceNumber} />
        <Copied label={say("recipient.reference")} value={invoice.reference} />
        <Suspense fallback={null}>
          <TransferReference invoiceId={invoice.id} />
        </Suspense>
        <Detail label={say("recipient.import")}>
          <Link className="underline" href={`/imports/${invoice.importId}`}>
            {invoice.importTitle}
          </Link>
        </Detail>
        <Copied
          label={say("recipient.id")}
          value={invoice.id}
          shown={<span className="font-mono text-[0.92em]">{`${invoice.id.slice(0, 16)}…${invoice.id.slice(-8)}`}</span>}
        />
      </Details>
    </Section>
  );
}

/** The reference that the customer is told for a transfer. Shows nothing if there is none. */
function TransferReference({ invoiceId }: { invoiceId: string }) {
  const say = useTranslations("invoice");
  const { data: reference } = useSuspenseQuery(useTRPC().invoice.reference.queryOptions({ invoiceId }));
  if (!reference) return null;
  const { kind, code, shown } = reference;
  return <Copied label={say("recipient.transferReference", { kind })} value={kind === "belgian" ? shown : code} shown={shown} />;
}

function Copied({ label, value, shown }: { label: string; value: string | null; shown?: ReactNode }) {
  if (!value) return null;
  return (
    <Detail label={label}>
      {shown ?? value} <CopyButton value={value} name={label} />
    </Detail>
  );
}

function fullName(invoice: InvoiceRecord): ReactNode {
  const person = [invoice.customerPrefix, invoice.customerFirstName, invoice.customerInfix, invoice.customerLastName]
    .filter(Boolean)
    .join(" ");
  return invoice.customerOrganization ? `${invoice.customerOrganization}, ${person}` : person;
}

function addressLines(invoice: InvoiceRecord): string[] {
  const street = [invoice.customerAddress1, invoice.customerHouseNumber, invoice.customerHouseNumberExtension].filter(Boolean).join(" ");
  const city = [[invoice.customerZipcode, invoice.customerCity].filter(Boolean).join(" "), invoice.customerCountryCode]
    .filter(Boolean)
    .join(", ");
  return [street, invoice.customerAddress2, invoice.customerLocality, city, invoice.customerState].flatMap((line) => line || []);
}

/** Returns the IBAN in groups of four, as people read it. */
function inGroups(iban: string | null): string | undefined {
  return iban ? groupIban(iban) : undefined;
}

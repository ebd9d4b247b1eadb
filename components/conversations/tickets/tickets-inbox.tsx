"use client";

import { useTranslations } from "next-intl";
import { Inbox } from "@/components/conversations/inbox/inbox";
import { CompanyChip, CompanyFilter } from "./company-filter";

/** The partner's conversations with its customers. */
export function TicketsInbox({ partnerName }: { partnerName: string }) {
  const say = useTranslations("tickets");
  return (
    <Inbox
      desk="partner"
      title={say("title")}
      companyFilter={{ button: <CompanyFilter partnerName={partnerName} />, chip: <CompanyChip /> }}
      nothingYet={{ title: say("nothingYet.title"), body: say("nothingYet.body") }}
    />
  );
}

"use client";

import { useTranslations } from "next-intl";
import { Inbox } from "@/components/conversations/inbox/inbox";

/** Conversations of all partners that are assigned to support. */
export function SupportInbox() {
  const say = useTranslations("support");
  return <Inbox desk="support" title={say("title")} nothingYet={{ title: say("nothingYet.title"), body: say("nothingYet.body") }} />;
}

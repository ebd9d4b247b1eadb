"use client";

import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Desk } from "@/components/conversations/conversation/desk";
import { useTRPC } from "@/components/data/trpc";
import { Banner } from "@/components/ui/page/banner";
import { BusinessClock, useBusinessMinute } from "@/components/ui/text/business-clock";
import { useRegion } from "@/components/ui/text/region";
import { formatMoment } from "@/server/domain/formats/dates";

interface Props {
  desk: Desk;
  invoiceId: string;
  children: ReactNode;
  /** Whether a note marks a conversation of a sandbox as such. */
  hasNote?: boolean;
}

/** Wraps a pane of support's inbox: times and days follow the clock of the conversation's partner. */
export function SupportSandbox({ desk, invoiceId, children, hasNote = false }: Props) {
  const isSupport = desk === "support";
  const { data } = useQuery(useTRPC().support.conversation.queryOptions({ invoiceId }, { enabled: isSupport }));
  // For a sandbox's own people, `SandboxFrame` does the same for the whole page.
  if (!isSupport) return children;
  return (
    <BusinessClock offsetMs={data?.invoice.clockOffsetMs ?? 0}>
      {hasNote && data?.invoice.isSandbox && <SandboxNote />}
      {children}
    </BusinessClock>
  );
}

function SandboxNote() {
  const say = useTranslations("shell.sandbox");
  const region = useRegion();
  const timeZone = useTimeZone() ?? "UTC";
  const day = formatMoment(useBusinessMinute(), region, timeZone, "long");
  return (
    <Banner tone="test" icon={FlaskConical} className="flex-none">
      <strong className="font-semibold">{say("play")}</strong> <span suppressHydrationWarning>{say("today", { day })}</span>
    </Banner>
  );
}

"use client";

import { FlaskConical } from "lucide-react";
import Link from "next/link";
import { useTimeZone, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Banner } from "@/components/ui/page/banner";
import { BusinessClock } from "@/components/ui/text/business-clock";
import { useRegion } from "@/components/ui/text/region";
import { formatMoment } from "@/server/domain/formats/dates";
import { useSandbox } from "./use-sandbox";

interface Props {
  isSandbox: boolean;
  isAdministrator: boolean;
  children: ReactNode;
}

/** Frame for every page of a sandbox: a banner that stays at the top, another accent colour, and the sandbox's clock. */
export function SandboxFrame({ isSandbox, isAdministrator, children }: Props) {
  if (!isSandbox) return children;
  return <Sandboxed isAdministrator={isAdministrator}>{children}</Sandboxed>;
}

function Sandboxed({ isAdministrator, children }: Omit<Props, "isSandbox">) {
  const say = useTranslations("shell.sandbox");
  const region = useRegion();
  const timeZone = useTimeZone() ?? "UTC";
  const { sandbox } = useSandbox();
  const dayOf = (moment: Date) => formatMoment(moment, region, timeZone, "long");
  return (
    <div data-mode="test" className="[--banner:2.5rem] max-sm:[--banner:2rem]">
      <aside aria-label={say("name")} className="sticky top-0 z-30 print:static">
        <Banner tone="test" icon={FlaskConical} className="h-(--banner) max-sm:py-1 max-sm:text-xs">
          <strong className="font-semibold">{say("play")}</strong> {/* On a phone there is room for one permanent line only. */}
          <span className="max-sm:hidden">
            {sandbox && (
              <span suppressHydrationWarning>
                {sandbox.goingTo ? say("movingTo", { day: dayOf(sandbox.goingTo) }) : say("today", { day: dayOf(sandbox.now) })}
              </span>
            )}{" "}
            {isAdministrator && !sandbox?.goingTo && <Link href="/settings/sandbox">{say("moveClock")}</Link>}
          </span>
        </Banner>
      </aside>
      <BusinessClock offsetMs={sandbox?.offsetMs ?? 0}>{children}</BusinessClock>
    </div>
  );
}

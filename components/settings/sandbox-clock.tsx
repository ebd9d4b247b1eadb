"use client";

import { useTimeZone, useTranslations } from "next-intl";
import { MailboxLink } from "@/components/shell/mailbox-link";
import { useSandbox } from "@/components/shell/use-sandbox";
import { Detail, Details } from "@/components/ui/text/details";
import { useRegion } from "@/components/ui/text/region";
import { formatMoment } from "@/server/domain/formats/dates";
import { DAY_MS } from "@/server/domain/formats/time";
import { Diary } from "./diary";
import { MoveClockForm } from "./move-clock-form";
import { Part } from "./part";
import { Season } from "./season/season";

/** A sandbox's clock, the form to move it, the diary, and the rules of a sandbox. */
export function SandboxClock() {
  const say = useTranslations("settings.sandbox");
  const region = useRegion();
  const timeZone = useTimeZone() ?? "UTC";
  const { sandbox } = useSandbox();
  if (!sandbox) return null;
  const { now, goingTo, offsetMs } = sandbox;
  return (
    <>
      <Part title={say("clock")} about={say("clockAbout")}>
        <Details>
          <Detail label={say("now")}>
            <span suppressHydrationWarning>{formatMoment(now, region, timeZone, "full")}</span>
          </Detail>
          <Detail label={say("ahead")}>{say("days", { count: Math.floor(offsetMs / DAY_MS) })}</Detail>
        </Details>
        {/* The key resets the form after each move of the clock, because typed values referred to the previous time. */}
        <MoveClockForm key={goingTo ? "moving" : offsetMs} sandbox={sandbox} />
      </Part>
      <Season />
      <Diary key={offsetMs} />
      <Part title={say("play")} about={say("playAbout")}>
        <ul className="grid list-disc gap-2 pl-4 text-sm text-ink-muted">
          {(["mails", "money", "notifications", "forGood"] as const).map((rule) => (
            <li key={rule}>{say(`rules.${rule}`)}</li>
          ))}
        </ul>
        <MailboxLink />
      </Part>
    </>
  );
}

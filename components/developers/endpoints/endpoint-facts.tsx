"use client";

import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/form/copy-button";
import { Section } from "@/components/ui/page/section";
import { Detail, Details } from "@/components/ui/text/details";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { useMinute } from "@/components/ui/text/use-minute";
import type { ListedEndpoint } from "@/server/notifications/list-endpoints";
import { EndpointState } from "./endpoint-state";
import { Owed } from "./owed";

/** Settings and state of an endpoint. */
export function EndpointFacts({ endpoint }: { endpoint: ListedEndpoint }) {
  const say = useTranslations("endpoints");
  const minute = useMinute();
  const { url, description, pacing, namesMandates, lastDeliveredAt, createdAt, previousSecretUntil } = endpoint;
  return (
    <Section title={say("facts.title")} rule>
      <Details>
        <Detail label={say("columns.state")}>
          <EndpointState endpoint={endpoint} />
        </Detail>
        <Detail label={say("columns.owed")}>
          <Owed endpoint={endpoint} />
        </Detail>
        <Detail label={say("columns.delivered")}>
          {lastDeliveredAt ? <RelativeTime at={lastDeliveredAt} inRealTime /> : say("never")}
        </Detail>
        <Detail label={say("columns.url")}>
          {url} <CopyButton value={url} name={say("columns.url")} />
        </Detail>
        {description && <Detail label={say("fields.description")}>{description}</Detail>}
        <Detail label={say("columns.pacing")}>{say(`pacing.${pacing}`)}</Detail>
        {namesMandates && <Detail label={say("fields.pacing")}>{say("fields.namesMandates")}</Detail>}
        <Detail label={say("facts.secret")}>
          {previousSecretUntil && previousSecretUntil.getTime() > minute
            ? say.rich("facts.twoSecrets", { time: () => <FormattedDate key="time" at={previousSecretUntil} as="moment" /> })
            : say("facts.oneSecret")}
        </Detail>
        <Detail label={say("facts.created")}>
          <FormattedDate at={createdAt} as="date" />
        </Detail>
      </Details>
      <p className="text-xs text-ink-faint">{say("facts.testAbout")}</p>
    </Section>
  );
}

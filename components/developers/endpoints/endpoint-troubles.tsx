"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Banner } from "@/components/ui/page/banner";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { TroubledEndpoint } from "@/server/notifications/list-troubled-endpoints";
import { endpointName } from "./endpoint-name";
import { endpointHref } from "./endpoint-page-state";

/** Endpoints that have failed for a day or were switched off by the service, for administrators, who were mailed about them. */
export function EndpointTroubles() {
  const { data: troubled = [] } = useQuery(useTRPC().endpoints.troubled.queryOptions());
  if (troubled.length === 0) return null;
  return (
    <div className="mb-6 grid gap-2">
      {troubled.map((endpoint) => (
        <Trouble key={endpoint.id} endpoint={endpoint} />
      ))}
    </div>
  );
}

function Trouble({ endpoint }: { endpoint: TroubledEndpoint }) {
  const say = useTranslations("endpoints.troubles");
  const { id, failingSince, switchedOffAt, switchedOffBecause } = endpoint;
  const at = switchedOffAt ?? failingSince;
  const switchedOffText = switchedOffBecause === "gone" ? "gone" : "switchedOff";
  const text = switchedOffAt ? switchedOffText : "failing";
  return (
    <Banner tone="bad" className="wrap-anywhere">
      {say.rich(text, {
        name: endpointName(endpoint),
        link: (name) => (
          <Link key="link" href={endpointHref(id)}>
            {name}
          </Link>
        ),
        time: () => at && <FormattedDate key="time" at={at} as="moment" />,
      })}
    </Banner>
  );
}

"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { Power, Send } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/form/button";
import { Columns, PageBody, PageHead, Stack } from "@/components/ui/page/page-head";
import { Attempts } from "./attempts";
import { Deliveries } from "./deliveries";
import { EndpointActs } from "./endpoint-acts";
import { EndpointFacts } from "./endpoint-facts";
import { endpointName } from "./endpoint-name";
import { useEndpointSwitch } from "./use-endpoint-switch";
import { useSendTest } from "./use-send-test";
import { Verify } from "./verify";

/** Interval in ms at which the endpoint is fetched again: unconfirmed changes appear without the reader's action. */
const POLL_MS = 3_000;

/** One endpoint: its state and unconfirmed changes, its deliveries and attempts, and how to verify its notifications. */
export function EndpointRecord({ endpointId }: { endpointId: string }) {
  const say = useTranslations("endpoints");
  const developers = useTranslations("developers");
  const router = useRouter();
  const { data: endpoint } = useSuspenseQuery(useTRPC().endpoints.get.queryOptions({ endpointId }, { refetchInterval: POLL_MS }));
  const test = useSendTest(endpointId);
  const { resume, isPending } = useEndpointSwitch(endpointId);
  return (
    <>
      <PageHead
        rule
        crumbs={[{ label: developers("title"), href: "/developers" }]}
        title={endpointName(endpoint)}
        actions={
          <>
            {endpoint.switchedOffAt && (
              <Button variant="primary" busy={isPending && say("resume.busy")} onClick={resume}>
                <Power />
                {say("resume.open")}
              </Button>
            )}
            <Button busy={test.isPending && say("test.busy")} onClick={test.send}>
              <Send />
              {say("test.open")}
            </Button>
            <EndpointActs endpoint={endpoint} size="md" onDeleted={() => router.push("/developers")} />
          </>
        }
      />
      <PageBody className="pt-6">
        <Columns>
          <Stack>
            <Deliveries endpoint={endpoint} />
            <Attempts endpointId={endpointId} />
            <Verify />
          </Stack>
          <EndpointFacts endpoint={endpoint} />
        </Columns>
      </PageBody>
    </>
  );
}

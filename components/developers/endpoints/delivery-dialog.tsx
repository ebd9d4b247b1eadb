"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { Button } from "@/components/ui/form/button";
import { CopyButton } from "@/components/ui/form/copy-button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { toastDone } from "@/components/ui/overlay/toast";
import { Banner } from "@/components/ui/page/banner";
import { LoadingNote, Skeleton } from "@/components/ui/page/skeleton";
import { CodeBlock } from "@/components/ui/text/code-block";
import { Detail, Details } from "@/components/ui/text/details";
import { useRegion } from "@/components/ui/text/region";
import { formatMoment } from "@/server/domain/formats/dates";
import type { DeliveryDetails } from "@/server/notifications/get-delivery";
import type { ListedEndpoint } from "@/server/notifications/list-endpoints";
import { DeliveryAttempts } from "./delivery-attempts";
import { DeliveryStateChip } from "./delivery-state";

interface Props {
  endpoint: ListedEndpoint;
  deliveryId: string;
  onClose: () => void;
}

/** Interval of refetching in ms, because the background sends and retries deliveries. */
const POLL_MS = 3_000;

/** One delivery: its state, its attempts, its headers and its body. It can be sent again while the endpoint is switched on. */
export default function DeliveryDialog({ endpoint, deliveryId, onClose }: Props) {
  const say = useTranslations("endpoints.delivery");
  const ui = useTranslations("ui");
  const textOf = useFailureText();
  const region = useRegion();
  const timeZone = useTimeZone() ?? "UTC";
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { data, error } = useQuery(trpc.endpoints.delivery.queryOptions({ deliveryId }, { refetchInterval: POLL_MS }));
  const resend = useMutation(
    trpc.endpoints.resend.mutationOptions({
      onSuccess: () => {
        toastDone(say("resent"));
        return queries.invalidateQueries(trpc.endpoints.pathFilter());
      },
    }),
  );
  const isOff = endpoint.switchedOffAt !== null;
  const title = error ? say("notFound") : data && say("title", { time: formatMoment(data.createdAt, region, timeZone) });

  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={title ?? <Skeleton className="h-4 w-48" />}
      footer={
        <>
          <Button onClick={onClose}>{ui("close")}</Button>
          {data && !isOff && (
            <Button variant="primary" busy={resend.isPending && say("resendBusy")} onClick={() => resend.mutate({ deliveryId })}>
              <RotateCw />
              {say("resend")}
            </Button>
          )}
        </>
      }
    >
      {resend.error && <Refusal key={resend.submittedAt} code={failureOf(resend.error).code} />}
      {isOff && <Banner tone="attention">{say("isOff")}</Banner>}
      {error && <p>{textOf(failureOf(error).code)}</p>}
      {!error && !data && <LoadingNote />}
      {!error && data && <Contents delivery={data} />}
    </Dialog>
  );
}

function Contents({ delivery }: { delivery: DeliveryDetails }) {
  const say = useTranslations("endpoints");
  const { id, state, isTest, idsCount, headers, body } = delivery;
  return (
    <>
      <Details>
        <Detail label={say("deliveries.state")}>
          <DeliveryStateChip state={state} />
        </Detail>
        <Detail label={say("deliveries.records")}>{isTest ? say("deliveries.test") : idsCount}</Detail>
        <Detail label={say("delivery.id")}>
          <code className="font-mono text-xs">{id}</code> <CopyButton value={id} name={say("delivery.id")} />
        </Detail>
      </Details>
      <DeliveryAttempts delivery={delivery} />
      {headers && (
        <div className="grid gap-1">
          <CodeBlock name={say("delivery.headers")} text={joinHeaders(headers)} />
          <p className="text-xs text-ink-faint">{say("delivery.signatureNote")}</p>
        </div>
      )}
      <CodeBlock name={say("delivery.body")} text={body} wrap />
    </>
  );
}

function joinHeaders(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

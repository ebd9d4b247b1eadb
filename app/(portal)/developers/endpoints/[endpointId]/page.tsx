import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { NotAllowed } from "@/app/(portal)/not-allowed";
import { orNotFound } from "@/app/(portal)/or-not-found";
import { partnerPerson } from "@/app/(portal)/partner-person";
import { getQueryClient, Hydrate, trpc } from "@/app/(portal)/prefetch";
import { endpointName } from "@/components/developers/endpoints/endpoint-name";
import { deliveriesQuery, loadEndpointPageState } from "@/components/developers/endpoints/endpoint-page-state";
import { EndpointRecord } from "@/components/developers/endpoints/endpoint-record";
import { Words } from "@/components/translations/words";

export async function generateMetadata({ params }: PageProps<"/developers/endpoints/[endpointId]">): Promise<Metadata> {
  const { role } = await partnerPerson();
  if (role !== "administrator") return { title: (await getTranslations("developers"))("title") };
  return { title: endpointName(await findEndpoint((await params).endpointId)) };
}

/** One endpoint: its state, and its deliveries with their answers. */
export default async function EndpointPage({ params, searchParams }: PageProps<"/developers/endpoints/[endpointId]">) {
  const { role } = await partnerPerson();
  if (role !== "administrator") return <NotAllowed title={(await getTranslations("developers"))("title")} />;
  const { endpointId } = await params;
  const address = await loadEndpointPageState(searchParams);
  const queries = getQueryClient();
  await Promise.all([
    findEndpoint(endpointId),
    queries.prefetchQuery(trpc.endpoints.deliveries.queryOptions(deliveriesQuery(endpointId, address))),
    queries.prefetchQuery(trpc.endpoints.attemptsPerHour.queryOptions({ endpointId })),
  ]);
  return (
    <Words of={["developers", "endpoints"]}>
      <Hydrate>
        <EndpointRecord endpointId={endpointId} />
      </Hydrate>
    </Words>
  );
}

const findEndpoint = cache((endpointId: string) =>
  orNotFound(getQueryClient().fetchQuery(trpc.endpoints.get.queryOptions({ endpointId }))),
);

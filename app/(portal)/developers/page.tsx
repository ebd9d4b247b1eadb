import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { AddEndpointButton } from "@/components/developers/endpoints/add-endpoint-button";
import { EndpointTroubles } from "@/components/developers/endpoints/endpoint-troubles";
import { Endpoints } from "@/components/developers/endpoints/endpoints";
import { EndpointsSkeleton } from "@/components/developers/endpoints/endpoints-skeleton";
import { CreateKeyButton } from "@/components/developers/keys/create-key-button";
import { Keys } from "@/components/developers/keys/keys";
import { KeysSkeleton } from "@/components/developers/keys/keys-skeleton";
import { Reference } from "@/components/developers/reference";
import { requestsHref } from "@/components/developers/requests/requests-address";
import { Words } from "@/components/translations/words";
import { ButtonLink } from "@/components/ui/form/button-link";
import { Columns, PageBody, PageHead, Stack } from "@/components/ui/page/page-head";
import { Section } from "@/components/ui/page/section";
import { env } from "@/server/env";
import { NotAllowed } from "../not-allowed";
import { partnerPerson } from "../partner-person";
import { getQueryClient, Hydrate, trpc } from "../prefetch";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("developers"))("title") };
}

/** API keys, the reference, and endpoints for notifications. */
export default async function DevelopersPage() {
  const { role } = await partnerPerson();
  if (role !== "administrator") return <NotAllowed title={(await getTranslations("developers"))("title")} />;
  const [say, sayEndpoints] = await Promise.all([getTranslations("developers"), getTranslations("endpoints")]);
  const queries = getQueryClient();
  void queries.prefetchQuery(trpc.keys.list.queryOptions());
  void queries.prefetchQuery(trpc.keys.queryRule.queryOptions());
  void queries.prefetchQuery(trpc.endpoints.list.queryOptions());
  const [companies] = await Promise.all([
    queries.fetchQuery(trpc.companies.names.queryOptions()),
    // Awaited, because troubles have no placeholder.
    queries.prefetchQuery(trpc.endpoints.troubled.queryOptions()),
  ]);
  return (
    <Words of={["developers", "endpoints"]}>
      <Hydrate>
        <PageHead rule title={say("title")} actions={<CreateKeyButton />} />
        <PageBody className="pt-6">
          <EndpointTroubles />
          <Columns>
            <Stack>
              <Section
                title={say("keys.title")}
                actions={
                  <ButtonLink size="sm" href={requestsHref()}>
                    {say("keys.requests")}
                  </ButtonLink>
                }
              >
                <p className="max-w-[72ch] text-sm text-ink-muted">{say("keys.about")}</p>
                <Suspense fallback={<KeysSkeleton />}>
                  <Keys />
                </Suspense>
              </Section>
              <Section title={sayEndpoints("title")} actions={<AddEndpointButton />}>
                <p className="max-w-[72ch] text-sm text-ink-muted">{sayEndpoints("about")}</p>
                <Suspense fallback={<EndpointsSkeleton />}>
                  <Endpoints />
                </Suspense>
              </Section>
            </Stack>
            <Stack>
              <Reference baseUrl={`${env().PUBLIC_URL}/api/v2`} brand={env().BRAND_CODES[0]} company={companies[0]} />
            </Stack>
          </Columns>
        </PageBody>
      </Hydrate>
    </Words>
  );
}

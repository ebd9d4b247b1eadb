import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { parseAsString } from "nuqs/server";
import { Suspense } from "react";
import { EndpointTroubles } from "@/components/developers/endpoints/endpoint-troubles";
import { Home } from "@/components/home/home";
import { HomeSkeleton } from "@/components/home/home-skeleton";
import { Words } from "@/components/translations/words";
import { reaches } from "@/server/domain/rules/access-levels";
import { partnerPerson } from "../partner-person";
import { getQueryClient, Hydrate, trpc } from "../prefetch";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("home"))("title") };
}

/** Home page: what needs attention, and the figures. */
export default async function HomePage({ searchParams }: PageProps<"/home">) {
  const { role, accessLevel } = await partnerPerson({ supportGoesTo: "/support" });
  const isAdministrator = role === "administrator";
  const companyId = parseAsString.parseServerSide((await searchParams).company);
  const queries = getQueryClient();
  // Not awaited: the figures replace a skeleton. The notices are, because they stand above them.
  void queries.prefetchQuery(trpc.home.get.queryOptions({ companyId }));
  await Promise.all([
    isAdministrator && queries.prefetchQuery(trpc.endpoints.troubled.queryOptions()),
    reaches(accessLevel, "money") && queries.prefetchQuery(trpc.proposals.list.queryOptions({})),
  ]);
  return (
    <Words of={isAdministrator ? ["home", "endpoints", "companies"] : ["home"]}>
      <Hydrate>
        <Suspense fallback={<HomeSkeleton />}>
          <Home notice={isAdministrator && <EndpointTroubles />} />
        </Suspense>
      </Hydrate>
    </Words>
  );
}

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NotAllowed } from "@/app/(portal)/not-allowed";
import { partnerPerson } from "@/app/(portal)/partner-person";
import { getQueryClient, Hydrate, trpc } from "@/app/(portal)/prefetch";
import { Requests } from "@/components/developers/requests/requests";
import { loadRequestsAddress, requestsQuery } from "@/components/developers/requests/requests-address";
import { Words } from "@/components/translations/words";
import { PageBody, PageHead } from "@/components/ui/page/page-head";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("requests"))("title") };
}

/** The log of requests, for administrators. */
export default async function RequestsPage({ searchParams }: PageProps<"/developers/requests">) {
  const { role } = await partnerPerson();
  const [say, sayDevelopers] = await Promise.all([getTranslations("requests"), getTranslations("developers")]);
  if (role !== "administrator") return <NotAllowed title={say("title")} />;
  const address = await loadRequestsAddress(searchParams);
  await getQueryClient().prefetchQuery(trpc.keys.requests.queryOptions(requestsQuery(address)));
  return (
    <Words of={["requests"]}>
      <Hydrate>
        <PageHead rule title={say("title")} crumbs={[{ label: sayDevelopers("title"), href: "/developers" }]} />
        <PageBody className="pt-6">
          <Requests />
        </PageBody>
      </Hydrate>
    </Words>
  );
}

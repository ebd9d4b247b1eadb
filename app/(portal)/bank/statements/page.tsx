import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { loadStatementsAddress, type StatementsAddress, statementsQuery } from "@/components/bank/bank-address";
import { BankSkeleton } from "@/components/bank/bank-skeleton";
import { Statements } from "@/components/bank/statements";
import { Words } from "@/components/translations/words";
import { partnerPerson } from "../../partner-person";
import { getQueryClient, Hydrate, trpc } from "../../prefetch";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("bank.statements"))("title") };
}

/** List of received bank statements. A note marks each statement before which another seems to be missing. */
export default async function StatementsPage({ searchParams }: PageProps<"/bank/statements">) {
  await partnerPerson();
  const address = await loadStatementsAddress(searchParams);
  return (
    <Words of={["bank", "debitReasons"]}>
      <Suspense fallback={<BankSkeleton />}>
        <Fetched address={address} />
      </Suspense>
    </Words>
  );
}

async function Fetched({ address }: { address: StatementsAddress }) {
  await getQueryClient().prefetchQuery(trpc.bank.statements.queryOptions(statementsQuery(address)));
  return (
    <Hydrate>
      <Statements />
    </Hydrate>
  );
}

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { type BankAddress, bankQuery, loadBankAddress } from "@/components/bank/bank-address";
import { BankDesk } from "@/components/bank/bank-desk";
import { BankSkeleton } from "@/components/bank/bank-skeleton";
import { Words } from "@/components/translations/words";
import { partnerPerson } from "../partner-person";
import { getQueryClient, Hydrate, trpc } from "../prefetch";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("bank"))("title") };
}

/** Payments on bank statements, and decisions about them. */
export default async function BankPage({ searchParams }: PageProps<"/bank">) {
  await partnerPerson();
  const address = await loadBankAddress(searchParams);
  return (
    <Words of={["bank", "debitReasons", "proposals"]}>
      <Suspense fallback={<BankSkeleton />}>
        <Fetched address={address} />
      </Suspense>
    </Words>
  );
}

/** Loads the list and the open payment before they replace the skeleton. If loading fails, the desk shows it. */
async function Fetched({ address }: { address: BankAddress }) {
  const queries = getQueryClient();
  const { payment } = address;
  await Promise.all([
    queries.prefetchQuery(trpc.bank.list.queryOptions(bankQuery(address))),
    payment && queries.prefetchQuery(trpc.bank.get.queryOptions({ transactionId: payment })),
  ]);
  return (
    <Hydrate>
      <BankDesk />
    </Hydrate>
  );
}

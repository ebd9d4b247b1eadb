import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { orNotFound } from "@/app/(portal)/or-not-found";
import { partnerPerson } from "@/app/(portal)/partner-person";
import { getQueryClient, Hydrate, trpc } from "@/app/(portal)/prefetch";
import { Statement } from "@/components/bank/statement/statement";
import { entriesQuery, loadStatementAddress } from "@/components/bank/statement/statement-address";
import { Words } from "@/components/translations/words";

export async function generateMetadata({ params }: PageProps<"/bank/statements/[statementId]">): Promise<Metadata> {
  const { number, fileName } = await findStatement((await params).statementId);
  return { title: (await getTranslations("bank.statement"))("title", { number: number || fileName }) };
}

/** One bank statement: its balances, and its entries with the outcome of each. */
export default async function StatementPage({ params, searchParams }: PageProps<"/bank/statements/[statementId]">) {
  await partnerPerson();
  const { statementId } = await params;
  const address = await loadStatementAddress(searchParams);
  await findStatement(statementId);
  await Promise.all([
    getQueryClient().prefetchQuery(trpc.bank.entries.queryOptions(entriesQuery(statementId, address))),
    getQueryClient().prefetchQuery(trpc.bank.entryCounts.queryOptions({ statementId })),
  ]);
  return (
    <Words of={["bank"]}>
      <Hydrate>
        <Statement statementId={statementId} />
      </Hydrate>
    </Words>
  );
}

const findStatement = cache((statementId: string) =>
  orNotFound(getQueryClient().fetchQuery(trpc.bank.statement.queryOptions({ statementId }))),
);

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { PortalClient } from "@/components/data/trpc";
import { Shell } from "@/components/shell/shell";
import { signedInPerson } from "@/server/auth/auth";
import { getQueryClient, Hydrate, trpc } from "./prefetch";

/**
 * Layout of all pages for signed-in people. Redirects others to the sign-in, but only for convenience: the procedures decide what a person
 * may see.
 */
export default async function PortalLayout({ children }: { children: ReactNode }) {
  const person = await signedInPerson();
  if (!person) redirect(`/sign-in?callbackUrl=${encodeURIComponent((await headers()).get("x-requested-path") ?? "/home")}`);

  const queries = getQueryClient();
  // Awaited, because the shell does not wait for data: without these, the browser would render something else than the server did.
  if (person.role === "support") await queries.prefetchQuery(trpc.support.counts.queryOptions({}));
  else
    await Promise.all([
      queries.prefetchQuery(trpc.tickets.counts.queryOptions({})),
      queries.prefetchQuery(trpc.bank.waiting.queryOptions({ companyId: null })),
      queries.prefetchQuery(trpc.companies.names.queryOptions()),
      person.isSandbox && queries.prefetchQuery(trpc.sandbox.find.queryOptions()),
    ]);
  const { name, email, role, accessLevel, partnerName, singleKeyShortcuts, isSandbox, mayDebit } = person;
  return (
    <NuqsAdapter>
      <PortalClient>
        <Hydrate>
          <Shell reader={{ name, email, role, accessLevel, partnerName, singleKeyShortcuts, isSandbox, mayDebit }}>{children}</Shell>
        </Hydrate>
      </PortalClient>
    </NuqsAdapter>
  );
}

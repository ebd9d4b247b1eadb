"use client";

import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { type ReactNode, useState } from "react";
import { isTextAtRisk } from "@/components/conversations/conversation/drafts";
import { proofLink } from "@/components/factors/ask-for-proof";
import { failureOf } from "@/components/failures/failure";
import { wire } from "@/server/domain/formats/wire";
import type { AppRouter } from "@/server/trpc/router";
import { makeQueryClient } from "./query-client";

const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

export { useTRPC, useTRPCClient };

/** Provides the client with which the pages query the server. */
export function PortalClient({ children }: { children: ReactNode }) {
  const queryClient = clientOfThisTab();
  const [trpcClient] = useState(() =>
    createTRPCClient<AppRouter>({ links: [proofLink, httpBatchLink({ url: "/api/trpc", transformer: wire, maxItems: 10 })] }),
  );
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}

let browserClient: QueryClient | undefined;

/**
 * Returns the client of this browser tab. It is stored outside React, because React drops the state of a page that suspends while it is
 * first rendered. On the server, returns a new client each time.
 */
function clientOfThisTab(): QueryClient {
  if (typeof window === "undefined") return makeQueryClient();
  browserClient ??= makeQueryClient(leaveOnceSignedOut);
  return browserClient;
}

/**
 * Opens the sign-in page if the session has ended or the person was disabled. If leaving would lose a typed text, stays on the page, where
 * the text's form reports that the session has ended.
 */
function leaveOnceSignedOut(error: unknown): void {
  if (failureOf(error).code !== "not_signed_in" || isTextAtRisk()) return;
  const { pathname, search } = window.location;
  window.location.assign(`/sign-in?callbackUrl=${encodeURIComponent(pathname + search)}`);
}

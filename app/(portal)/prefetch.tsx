import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { cache, type ReactNode } from "react";
import { makeQueryClient } from "@/components/data/query-client";
import { createContext } from "@/server/trpc/context";
import { appRouter } from "@/server/trpc/router";

/** Queries of the page being rendered, started on the server and sent along with it. */
export const getQueryClient = cache(makeQueryClient);

/** The procedures that pages call over HTTP, called directly. */
export const trpc = createTRPCOptionsProxy({ router: appRouter, ctx: createContext, queryClient: getQueryClient });

export function Hydrate({ children }: { children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(getQueryClient())}>{children}</HydrationBoundary>;
}

import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { cache, type ReactNode } from "react";
import { makeQueryClient } from "@/components/data/query-client";
import { createContext } from "@/server/trpc/context";
import { appRouter } from "@/server/trpc/router";

/** Queries of the page being rendered. They are started on the server and sent with the page. */
export const getQueryClient = cache(makeQueryClient);

/** The procedures, which pages call over HTTP, for direct calls. */
export const trpc = createTRPCOptionsProxy({ router: appRouter, ctx: createContext, queryClient: getQueryClient });

export function Hydrate({ children }: { children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(getQueryClient())}>{children}</HydrationBoundary>;
}

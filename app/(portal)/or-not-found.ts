import { TRPCError } from "@trpc/server";
import { notFound } from "next/navigation";

/** Returns the record of a page. Shows "not found" if its id is malformed, unknown or another partner's. */
export async function orNotFound<Found>(fetching: Promise<Found>): Promise<Found> {
  try {
    return await fetching;
  } catch (error) {
    if (error instanceof TRPCError && (error.code === "NOT_FOUND" || error.code === "BAD_REQUEST")) notFound();
    throw error;
  }
}

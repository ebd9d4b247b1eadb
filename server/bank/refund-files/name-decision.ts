import type { PayoutItem } from "@/db/schema/payouts";

/** Whether a second person must decide about a payment whose payee's name does not match its account. */
export function isNameOpen({ status, nameAskedAt, nameKeptAt }: Pick<PayoutItem, "status" | "nameAskedAt" | "nameKeptAt">): boolean {
  return status === "ordered" && nameAskedAt !== null && nameKeptAt === null;
}

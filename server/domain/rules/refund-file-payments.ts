interface Payment {
  status: "ordered" | "paid" | "returned" | "cancelled" | "rejected";
  endedAt: Date | null;
}

/** Whether a payment had ended before its file was first handed out, so that the file did not contain it. */
export function isEndedBefore({ endedAt }: Payment, handedOutAt: Date | null): boolean {
  return endedAt !== null && (handedOutAt === null || endedAt < handedOutAt);
}

/**
 * Returns the payments that a refund file has for the bank: without those that were taken out or rejected, and without those that were made
 * before the file was first handed out, by hand for example. Null if there are none, or if one was made since: sent again, the others could
 * be paid twice. `handedOutAt`: null before the first time.
 */
export function paymentsInFile<Item extends Payment>(items: readonly Item[], handedOutAt: Date | null): Item[] | null {
  const inFile = items.filter((item) => item.status === "ordered" || !isEndedBefore(item, handedOutAt));
  const remaining = inFile.filter(({ status }) => status !== "cancelled" && status !== "rejected");
  return remaining.length > 0 && remaining.every(({ status }) => status === "ordered") ? remaining : null;
}

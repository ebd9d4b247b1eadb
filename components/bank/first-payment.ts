/** The payment of a list that is shown until the reader opens one. */
export interface FirstPayment {
  listKey: string;
  /** Empty: the list had none yet. */
  id: string;
}

/**
 * Returns the first payment of a list: the one chosen before, even if it is gone, so that Enter never books another payment than the reader
 * sees. After the list was empty, chooses again, because a new file may have brought payments. `ids`: payments whose matching has ended.
 */
export function firstPaymentOf(before: FirstPayment, listKey: string, ids: readonly string[]): FirstPayment {
  const [id = ""] = ids;
  const isKnown = before.listKey === listKey && before.id !== "";
  return isKnown && id !== "" ? before : { listKey, id };
}

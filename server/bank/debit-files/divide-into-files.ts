import { MOST_IN_PAIN_FILE } from "@/server/domain/banking/pain-elements";
import type { DebitSettings } from "@/server/tenancy/bank-accounts/debit-settings";
import type { FileDebit } from "./ready-debits";

type DividedDebit = Pick<FileDebit, "sequenceType"> & { collectOn: string; mandate: Pick<FileDebit["mandate"], "scheme"> };

/** Distributes debits over files of at most 10,000 debits. If the account's bank takes only one batch per file, each batch gets its own files. */
export function divideIntoFiles<Divided extends DividedDebit>(
  ready: readonly Divided[],
  { isOneFilePerBatch }: Pick<DebitSettings, "isOneFilePerBatch">,
): Divided[][] {
  const groups = isOneFilePerBatch
    ? [...Map.groupBy(ready, ({ collectOn, mandate, sequenceType }) => `${collectOn} ${mandate.scheme} ${sequenceType}`).values()]
    : [[...ready]];
  const most = MOST_IN_PAIN_FILE;
  return groups.flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / most) }, (_, nth) => group.slice(nth * most, (nth + 1) * most)),
  );
}

import type { Actor } from "@/server/actor";
import type { Books } from "./books";
import { faultsOfAccount } from "./check-account";
import { faultsOfAsking } from "./check-asking";
import { faultsOfBank } from "./check-bank";
import { faultsOfDebits } from "./check-debits";
import { faultsOfImports } from "./check-imports";
import { faultsOfInstalments } from "./check-instalments";
import { faultsOfLaw } from "./check-law";
import type { Look } from "./look";
import type { Stage } from "./stage";

/**
 * Returns where the rows of a day differ from the promises. `looks`: what the interface tells of each invoice now. `divided`: the outcome of the
 * attempt to divide each invoice, by its id.
 */
export async function faultsOfDay(
  stage: Stage,
  actor: Actor,
  books: Books,
  looks: ReadonlyMap<string, Look>,
  divided: ReadonlyMap<string, string> = new Map(),
): Promise<string[]> {
  return [
    ...books.accounts.flatMap((account) => faultsOfAccount(account, looks.get(account.row.id))),
    ...faultsOfLaw(books, divided),
    ...faultsOfInstalments(books, looks),
    ...faultsOfAsking(books),
    ...faultsOfDebits(stage, books),
    ...faultsOfBank(stage, books),
    ...(await faultsOfImports(stage, actor, books)),
  ];
}

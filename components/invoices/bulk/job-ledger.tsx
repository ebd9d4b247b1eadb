import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/page/skeleton";
import { Cell, HeadCell, Row, SumRow, Table, TableBody, TableFoot, TableHead } from "@/components/ui/table/table";
import { TableScroll } from "@/components/ui/table/table-scroll";
import { Total } from "@/components/ui/table/total";
import { Amount } from "@/components/ui/text/amount";
import type { BulkJob } from "@/db/schema/bulk-jobs";
import type { BulkJobPreview, SelectedGroup } from "@/server/billing/bulk-jobs/preview-bulk-job";
import { deletableStates, type InvoiceState, invoiceStates, pausableStates, retractableStates } from "@/server/domain/rules/invoice-state";

export type JobKind = BulkJob["kind"];

const amountHeads = { delete_invoices: "deleted", retract_invoices: "credited", pause_invoices: "outstanding" } as const;

/** States in which each action is possible. In others, it is refused. */
const possibleStates: Record<JobKind, readonly InvoiceState[]> = {
  delete_invoices: deletableStates,
  retract_invoices: retractableStates,
  pause_invoices: pausableStates,
};

/**
 * Counts the invoices that the action would process (`doneCount`) and would not process (`refusedCount`), and those that a retraction can
 * close without a credit (`settledCount`). With `leavesSettled`, a retraction does not process the latter.
 */
export function outcomeOf(
  { groups }: BulkJobPreview,
  kind: JobKind,
  leavesSettled = false,
): { doneCount: number; refusedCount: number; settledCount: number } {
  const countIf = (belongs: (group: SelectedGroup) => boolean) => groups.filter(belongs).reduce((total, { count }) => total + count, 0);
  const isDone = (group: SelectedGroup) => canBeDone(group, kind, leavesSettled);
  return {
    doneCount: countIf(isDone),
    refusedCount: countIf((group) => !isDone(group)),
    settledCount: countIf((group) => canBeDone(group, kind) && group.isSettled),
  };
}

/** Returns the amounts that the action would delete, credit or pause, by currency, in cents. */
export function amountsOf({ groups }: BulkJobPreview, kind: JobKind): { currency: string; cents: number }[] {
  const possible = groups.filter((group) => canBeDone(group, kind));
  return [...new Set(possible.map(({ currency }) => currency))].map((currency) => ({
    currency,
    cents: possible.filter((group) => group.currency === currency).reduce((total, group) => total + centsOf(group, kind), 0),
  }));
}

function canBeDone({ state, isSettled }: Pick<SelectedGroup, "state" | "isSettled">, kind: JobKind, leavesSettled = false): boolean {
  // A settled invoice has nothing to pause. A retraction can leave it alone, or close it.
  const isLeftAlone = isSettled && (kind === "pause_invoices" || (leavesSettled && kind === "retract_invoices"));
  return possibleStates[kind].includes(state) && !isLeftAlone;
}

function centsOf(group: SelectedGroup, kind: JobKind): number {
  return kind === "retract_invoices" ? group.creditableCents : group.outstandingCents;
}

/** Shows the effect in numbers: invoices processed, invoices refused with the reasons, and the totals. */
export function JobLedger({
  preview,
  kind,
  leavesSettled = false,
}: {
  preview: BulkJobPreview | undefined;
  kind: JobKind;
  leavesSettled?: boolean;
}) {
  const say = useTranslations("bulkJobs.ledger");
  const stateWords = useTranslations("invoices.state");
  if (!preview) {
    return (
      <div className="grid gap-3 py-2" role="status">
        <span className="sr-only">{say("counting")}</span>
        <Skeleton />
        <Skeleton className="w-3/5" />
      </div>
    );
  }

  const wordsOf = ({ state, isSettled, isDone }: Pick<SelectedGroup, "state" | "isSettled"> & { isDone: boolean }) => {
    const creditsNothing = isSettled && kind === "retract_invoices" && canBeDone({ state, isSettled }, kind);
    if (creditsNothing) {
      return say(isDone ? "closedOnly" : "leftAlone", { state: stateWords(state) });
    }
    return isDone ? stateWords(state) : say("refused", { state: stateWords(state) });
  };
  const amounts = amountsOf(preview, kind);
  const rows = invoiceStates
    .flatMap((state) => [false, true].map((isSettled) => ({ state, isSettled })))
    .flatMap(({ state, isSettled }) => {
      const groups = preview.groups.filter((group) => group.state === state && group.isSettled === isSettled);
      return groups.length > 0 ? { state, isSettled, groups, isDone: canBeDone({ state, isSettled }, kind, leavesSettled) } : [];
    })
    // Invoices that are processed come first.
    .sort((one, other) => Number(other.isDone) - Number(one.isDone));
  return (
    <TableScroll name={say(kind)}>
      <Table caption={say(kind)} density="slim" flush>
        <TableHead>
          <HeadCell>{say("state")}</HeadCell>
          <HeadCell numeric>{say("invoices")}</HeadCell>
          {amounts.map(({ currency }) => (
            <HeadCell key={currency} numeric>
              {say(amountHeads[kind], { currency })}
            </HeadCell>
          ))}
        </TableHead>
        <TableBody>
          {rows.map(({ state, isSettled, groups, isDone }) => (
            <Row key={`${state} ${isSettled}`}>
              <Cell className={isDone ? undefined : "text-ink-muted"}>{wordsOf({ state, isSettled, isDone })}</Cell>
              <Cell numeric>{say("count", { count: groups.reduce((total, { count }) => total + count, 0) })}</Cell>
              {amounts.map(({ currency }) => {
                const group = groups.find((one) => one.currency === currency);
                return (
                  <Cell key={currency} numeric>
                    {isDone ? <Amount cents={group ? centsOf(group, kind) : 0} /> : "–"}
                  </Cell>
                );
              })}
            </Row>
          ))}
        </TableBody>
        <TableFoot>
          <SumRow>
            <Cell>{say("sum")}</Cell>
            <Cell numeric>{say("count", { count: preview.expected.count })}</Cell>
            {amounts.map(({ currency, cents }) => (
              <Cell key={currency} numeric>
                <Total>
                  <Amount cents={cents} className="text-ink" />
                </Total>
              </Cell>
            ))}
          </SumRow>
        </TableFoot>
      </Table>
    </TableScroll>
  );
}

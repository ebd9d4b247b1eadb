import { useMutation } from "@tanstack/react-query";
import { CircleCheck, FlaskConical, Landmark, TriangleAlert, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { useFailureText } from "@/components/failures/failure";
import { useActOutcome } from "@/components/failures/use-act-outcome";
import { useMay } from "@/components/shell/reader-rights";
import { useSandbox } from "@/components/shell/use-sandbox";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Section } from "@/components/ui/page/section";
import { Amount } from "@/components/ui/text/amount";
import { Fact } from "@/components/ui/text/fact";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { WithdrawnDecision } from "@/server/bank/debit-files/decide-withdrawn-file";
import type { DoubledFiles } from "@/server/bank/debit-files/find-doubled";
import type { ListedDebitFile } from "@/server/bank/debit-files/list-debit-files";
import { bankFileName } from "@/server/domain/banking/bank-file-name";
import { groupIban } from "@/server/domain/banking/group-iban";
import { isDuplicateReason } from "@/server/domain/banking/report-codes";
import { DebitReason } from "./debit-reason";
import { debitsAddress } from "./debits-address";
import { DebitsOfFile } from "./debits-of-file";
import { DownloadFile } from "./download-file";
import { RefusedDebits } from "./refused-debits";

interface Props {
  companyId: string;
  file: ListedDebitFile;
  /** Page of the files that shows it. */
  filesPage: number;
}

/** A file for the bank: its author and approver, the bank's answer, and its debits. */
export function DebitFile({ companyId, file, filesPage }: Props) {
  const say = useTranslations("debits.file");
  const sayCount = useTranslations("debits.coming");
  const sayAnswers = useTranslations("debits.answers");
  const { sandbox } = useSandbox();
  const textOf = useFailureText();
  const mayOrder = useMay("money");
  const reportWith = useActOutcome();
  const approve = useMutation(useTRPC().debits.approve.mutationOptions());
  const [address, setAddress] = useQueryStates(debitsAddress, { history: "push" });
  const { id, holder, iban, companyName, createdAt, debitsCount, amountCents, blocker, aloneFrom, handedOutAt, withdrawnAt, foundAt } =
    file;
  const hasDebits = withdrawnAt === null || foundAt !== null;
  const fileName = bankFileName("debits", { id, companyName, createdAt });
  const waits = file.needsApproval && file.approvedAt === null && withdrawnAt === null;
  const isOpen = address.file === id;

  return (
    <Section
      title={
        <>
          {say.rich("fileOf", { when: () => <FormattedDate key="when" at={createdAt} as="moment" /> })}{" "}
          <span className="text-sm font-normal wrap-anywhere text-ink-faint">{fileName}</span>
        </>
      }
      note={`${holder} · ${groupIban(iban)}`}
      actions={
        mayOrder &&
        withdrawnAt === null &&
        !file.isWithBank && (
          <>
            {waits && blocker !== "own" && (
              <Button
                size="sm"
                variant="primary"
                disabled={blocker !== null}
                busy={approve.isPending && say("approving")}
                onClick={() => approve.mutate({ fileId: id }, reportWith(say("approved")))}
              >
                {say("approve")}
              </Button>
            )}
            <OnDemand
              load={() => import("./withdraw-file")}
              popup="dialog"
              props={{ file, fileName }}
              trigger={
                <Button size="sm" aria-label={say("withdrawNamed", { file: fileName })}>
                  <Undo2 />
                  {say("withdraw")}
                </Button>
              }
            />
            {!waits && !file.outdated && !file.earlier && <DownloadFile fileId={id} />}
          </>
        )
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-muted">
        <span>
          {sayCount("debits", { count: debitsCount })} · <Amount cents={amountCents} currency="EUR" />
        </span>
        {file.firstOn && file.lastOn && (
          <span>
            {say.rich(file.firstOn === file.lastOn ? "collectedOn" : "collectedFrom", {
              first: () => <FormattedDate key="first" day={file.firstOn ?? ""} as="date" />,
              last: () => <FormattedDate key="last" day={file.lastOn ?? ""} as="date" />,
            })}
          </span>
        )}
        <span>
          {say("madeBy", { name: file.createdByName ?? "–" })}
          {file.approvedAt && ` ${say("approvedBy", { name: file.approvedByName ?? "–" })}`}
          {waits && ` ${say(mayOrder && !blocker ? "waitsForYou" : "waitsForOther")}`}
        </span>
        {withdrawnAt && (
          <Fact tone="none" icon={Undo2} className="whitespace-normal!">
            <span>
              {say.rich("withdrawn", {
                name: file.withdrawnByName ?? "–",
                when: () => <FormattedDate key="when" at={withdrawnAt} as="moment" />,
              })}
            </span>
          </Fact>
        )}
        {foundAt && (
          <Fact tone="inProgress" icon={Landmark} className="whitespace-normal!">
            <span>
              {say.rich("found", {
                name: file.foundByName ?? "–",
                when: () => <FormattedDate key="when" at={foundAt} as="moment" />,
              })}
            </span>
          </Fact>
        )}
        {!withdrawnAt && !waits && !file.isWithBank && !file.outdated && (
          <Fact tone={handedOutAt ? "inProgress" : "ourTurn"} icon={handedOutAt ? Landmark : TriangleAlert} className="whitespace-normal!">
            <span>
              {handedOutAt
                ? say.rich("handedOut", { when: () => <FormattedDate key="when" at={handedOutAt} as="moment" /> })
                : say("notHandedOut")}
            </span>
          </Fact>
        )}
        <FileReport report={file.report} />
      </div>
      <RefusedDebits companyId={companyId} fileId={id} fileName={fileName} />
      {file.outdated && (
        <Fact tone="ourTurn" icon={TriangleAlert} className="whitespace-normal!">
          {say("outdated", { why: file.outdated.why, name: file.outdated.holder, others: file.outdated.others })}
        </Fact>
      )}
      {file.earlier && (
        <Fact tone="overdue" icon={TriangleAlert} className="whitespace-normal!">
          {say("earlier", { file: nameOfDoubled(file.earlier, "earlier"), count: file.earlier.count })}
        </Fact>
      )}
      {isRefusedLate(file) && (
        <Fact tone="overdue" icon={TriangleAlert} className="whitespace-normal!">
          {say("refusedLate")}
        </Fact>
      )}
      {file.cutOff && !file.earlier && <Deadline cutOff={file.cutOff} />}
      {file.open.map((open) => (
        <OpenReason key={open.need} open={open} />
      ))}
      {(file.waitingCount > 0 || file.newer) && <WaitingDebits file={file} fileName={fileName} />}
      <States states={file.states} />
      {waits && blocker && aloneFrom && (
        <p className="text-sm text-ink-muted">
          {say.rich("alone", { when: () => <FormattedDate key="when" at={aloneFrom} as="moment" /> })}
        </p>
      )}
      {waits && mayOrder && blocker === "not_settled" && <p className="text-sm text-ink-muted">{textOf("approver_not_settled")}</p>}
      {hasDebits && (
        <p className="flex flex-wrap gap-2">
          <Button
            size="sm"
            aria-expanded={isOpen}
            aria-label={say(isOpen ? "hideNamed" : "showNamed", { file: fileName })}
            onClick={() => void setAddress({ file: isOpen ? null : id, page: 1, files: filesPage })}
          >
            {say(isOpen ? "hide" : "show")}
          </Button>
          {sandbox && handedOutAt && (
            <OnDemand
              load={() => import("./example-answers")}
              popup="dialog"
              props={{ fileId: id, fileName }}
              trigger={
                <Button size="sm" variant="quiet" aria-label={sayAnswers("openNamed", { file: fileName })}>
                  <FlaskConical />
                  {sayAnswers("open")}
                </Button>
              }
            />
          )}
        </p>
      )}
      {isOpen && hasDebits && <DebitsOfFile companyId={companyId} fileId={id} fileName={fileName} />}
    </Section>
  );
}

/** Moment by which the bank must have a downloaded file. */
function Deadline({ cutOff: { at, isOver } }: { cutOff: NonNullable<ListedDebitFile["cutOff"]> }) {
  const say = useTranslations("debits.file.needs");
  return (
    <Fact tone={isOver ? "overdue" : "inProgress"} icon={isOver ? TriangleAlert : Landmark} className="whitespace-normal!">
      <span>{say.rich(isOver ? "handedOutLate" : "handedOut", { when: () => <FormattedDate key="when" at={at} as="moment" /> })}</span>
    </Fact>
  );
}

/** Step that a person has to take about the file. */
function OpenReason({ open: { need, cutOffAt, debitsCount, holder } }: { open: ListedDebitFile["open"][number] }) {
  const say = useTranslations("debits.file.needs");
  if (need === "named") return null;
  const tone = need === "in_time" ? "inProgress" : need === "late" ? "overdue" : "ourTurn";
  return (
    <Fact tone={tone} icon={need === "in_time" ? Landmark : TriangleAlert} className="whitespace-normal!">
      <span>
        {say.rich(need, {
          count: debitsCount,
          name: holder,
          others: debitsCount - 1,
          when: () => cutOffAt && <FormattedDate key="when" at={cutOffAt} as="moment" />,
        })}
      </span>
    </Fact>
  );
}

/** Whether the bank's latest report refuses the file, although debits of it were collected. */
function isRefusedLate({ report, states }: ListedDebitFile): boolean {
  return states.some(({ status }) => status === "booked") && report?.status === "rejected" && !isDuplicateReason(report.reasonCode ?? "");
}

function nameOfDoubled({ companyName, ...pair }: DoubledFiles, which: "earlier" | "newer"): string {
  return bankFileName("debits", { id: pair[`${which}Id`], companyName, createdAt: pair[`${which}At`] });
}

/**
 * Debits that wait because the bank has named the withdrawn file, and a person's two possible answers; while a newer file contains all of
 * them, only that the bank does not collect this one.
 */
function WaitingDebits({ file, fileName }: { file: ListedDebitFile; fileName: string }) {
  const say = useTranslations("debits.decide");
  const mayOrder = useMay("money");
  const act = (decision: WithdrawnDecision, words: string) => (
    <OnDemand
      load={() => import("./decide-withdrawn")}
      popup="dialog"
      props={{ file, fileName, decision }}
      trigger={<Button size="sm">{words}</Button>}
    />
  );
  return (
    <div className="grid justify-items-start gap-2">
      {file.newer && (
        <Fact tone="overdue" icon={TriangleAlert} className="whitespace-normal!">
          {say("newer", { file: nameOfDoubled(file.newer, "newer"), count: file.newer.count })}
        </Fact>
      )}
      {file.waitingCount > 0 && (
        <Fact tone="ourTurn" icon={TriangleAlert} className="whitespace-normal!">
          {say("waits", { count: file.waitingCount })}
        </Fact>
      )}
      {mayOrder && (
        <div className="flex flex-wrap gap-2">
          {file.waitingCount > 0 && act("bank_has_it", say("has"))}
          {act("not_collected", say("not"))}
        </div>
      )}
    </div>
  );
}

/** The numbers of debits by state, once they differ. */
function States({ states }: Pick<ListedDebitFile, "states">) {
  const say = useTranslations("debits");
  if (states.length === 0 || states.every(({ status }) => status === "at_bank")) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {states.map(({ status, count, amountCents }) => (
        <li key={status}>
          <Fact tone={status === "booked" ? "paid" : status === "at_bank" ? "inProgress" : "ourTurn"} icon={icons[status]}>
            <span>
              {say(`statuses.${status}`)}: {say("coming.debits", { count })} · <Amount cents={amountCents} currency="EUR" />
            </span>
          </Fact>
        </li>
      ))}
    </ul>
  );
}

const icons = {
  planned: Landmark,
  at_bank: Landmark,
  booked: CircleCheck,
  rejected: TriangleAlert,
  ended: TriangleAlert,
  returned: Undo2,
  cancelled: Undo2,
};

/** The bank's latest report about the whole file. */
function FileReport({ report }: Pick<ListedDebitFile, "report">) {
  const say = useTranslations("debits.report");
  if (!report?.status) return null;
  const { status, saidAt, reasonCode, reasonText } = report;
  return (
    <Fact
      tone={status === "rejected" ? "ourTurn" : "inProgress"}
      icon={status === "rejected" ? TriangleAlert : Landmark}
      className="whitespace-normal!"
    >
      <span className="inline-block first-letter:uppercase">
        {say.rich(status, { when: () => <FormattedDate key="when" at={saidAt} /> })}{" "}
        {status === "rejected" && <DebitReason code={reasonCode} text={reasonText} />}
      </span>
    </Fact>
  );
}

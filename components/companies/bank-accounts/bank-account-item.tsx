import { Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFailureText } from "@/components/failures/failure";
import { Button } from "@/components/ui/form/button";
import { CopyButton } from "@/components/ui/form/copy-button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Chip } from "@/components/ui/text/chip";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import { groupIban } from "@/server/domain/banking/group-iban";
import type { AccountFacts, BankAccount, WaitingChange } from "@/server/tenancy/bank-accounts/bank-account";
import type { CompanyDescription } from "@/server/tenancy/companies/describe-company";
import type { Decision } from "./decide-dialog";

interface Props {
  account: BankAccount;
  company: CompanyDescription;
  canEdit: boolean;
}

/** The details of an account, waiting changes of them, and an administrator's acts on both. */
export function BankAccountItem({ account, company, canEdit }: Props) {
  const say = useTranslations("bankAccounts");
  const { current, waiting, closedAt } = account;
  const shown = current ?? waiting;
  if (!shown) return null;
  const isOpen = canEdit && closedAt === null;
  return (
    <li className="grid gap-2 border-t border-line pt-3">
      <Facts facts={shown} />
      {closedAt && (
        <span>
          <Chip tone="off">{say("closed")}</Chip>
        </span>
      )}
      {waiting && <Waiting waiting={waiting} isNew={!current} account={account} canEdit={isOpen} />}
      {isOpen && (
        <div className="flex flex-wrap gap-2">
          {!waiting && (
            <OnDemand
              load={() => import("./edit-bank-account")}
              props={{ company, account }}
              popup="dialog"
              trigger={
                <Button size="sm" aria-label={say("change.openNamed", { iban: shown.iban })}>
                  {say("change.open")}
                </Button>
              }
            />
          )}
          <Decide decision="close" account={account} />
        </div>
      )}
    </li>
  );
}

function Facts({ facts: { holder, iban, bic, qrIban, creditorIdentifier } }: { facts: AccountFacts }) {
  const say = useTranslations("bankAccounts");
  const others = [
    ["bic", bic],
    ["qrIban", qrIban && groupIban(qrIban)],
    ["creditorIdentifier", creditorIdentifier],
  ] as const;
  return (
    <div className="grid gap-0.5 text-sm leading-5.5">
      <span className="font-medium wrap-anywhere">{holder}</span>
      <span className="wrap-anywhere">
        {groupIban(iban)} <CopyButton value={iban} name={say("fields.iban")} />
      </span>
      {others.map(
        ([name, value]) =>
          value && (
            <span key={name} className="wrap-anywhere text-ink-muted">
              {say(`fields.${name}`)} {value}
            </span>
          ),
      )}
    </div>
  );
}

interface WaitingProps {
  waiting: WaitingChange;
  /** Whether the account itself is still waiting. */
  isNew: boolean;
  account: BankAccount;
  canEdit: boolean;
}

function Waiting({ waiting, isNew, account, canEdit }: WaitingProps) {
  const say = useTranslations("bankAccounts.waiting");
  const textOf = useFailureText();
  const { blocker } = waiting;
  return (
    <div className="grid gap-2 rounded-md bg-waiting-soft p-3 text-sm">
      <p className="flex gap-2">
        <Clock className="mt-0.5 flex-none" />
        <span>
          {say.rich(isNew ? "newFrom" : "changedFrom", { when: () => <FormattedDate at={waiting.inForceAt} as="moment" /> })}{" "}
          {waiting.requesterName && say("by", { name: waiting.requesterName })}
        </span>
      </p>
      {!isNew && <Facts facts={waiting} />}
      {canEdit && (
        <>
          {blocker && <p className="text-ink-muted">{blocker === "own" ? say("own") : textOf(codes[blocker])}</p>}
          <div className="flex flex-wrap gap-2">
            {blocker !== "own" && blocker !== "by_key" && <Decide decision="confirm" account={account} disabled={blocker !== null} />}
            <Decide decision="withdraw" account={account} />
          </div>
        </>
      )}
    </div>
  );
}

const codes = { by_key: "asked_by_key", not_settled: "approver_not_settled" } as const;

function Decide({ decision, account, disabled = false }: { decision: Decision; account: BankAccount; disabled?: boolean }) {
  const say = useTranslations("bankAccounts");
  const iban = account.waiting?.iban ?? account.current?.iban ?? "";
  return (
    <OnDemand
      // Another change gets a new dialog.
      key={account.waiting?.id}
      load={() => import("./decide-dialog")}
      props={{ decision, account }}
      popup="dialog"
      trigger={
        <Button size="sm" disabled={disabled} aria-label={say(`${decision}.openNamed`, { iban })}>
          {say(`${decision}.open`)}
        </Button>
      }
    />
  );
}

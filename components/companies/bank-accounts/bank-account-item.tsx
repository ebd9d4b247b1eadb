import { Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFailureText } from "@/components/failures/failure";
import { codeOfBlocker } from "@/components/proposals/code-of-blocker";
import { Button } from "@/components/ui/form/button";
import { CopyButton } from "@/components/ui/form/copy-button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Chip } from "@/components/ui/text/chip";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import { groupIban } from "@/server/domain/banking/group-iban";
import type { AccountFacts, BankAccount, WaitingChange } from "@/server/tenancy/bank-accounts/bank-account";
import type { CompanyDescription } from "@/server/tenancy/companies/describe-company";
import { type Decision, decidedFacts } from "./decision";

interface Props {
  account: BankAccount;
  company: CompanyDescription;
  canEdit: boolean;
}

/** The details of an account, a change of them that waits, and an administrator's acts on both. */
export function BankAccountItem({ account, company, canEdit }: Props) {
  const say = useTranslations("bankAccounts");
  const sayOfDebits = useTranslations("debits.settings");
  const { current, waiting, closedAt } = account;
  // An account that itself waits has no details in force yet.
  const shown = current ?? waiting;
  if (!shown) return null;
  const hasActs = canEdit && closedAt === null;
  return (
    <li className="grid gap-2 border-t border-line pt-3">
      <Facts facts={shown} />
      {closedAt && (
        <span>
          <Chip tone="off">{say("closed")}</Chip>
        </span>
      )}
      {waiting && <Waiting waiting={waiting} isNew={!current} account={account} canEdit={hasActs} />}
      {hasActs && (
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
          {company.currency === "EUR" && current?.creditorIdentifier && (
            <OnDemand
              load={() => import("./debit-settings")}
              props={{ bankAccountId: account.id }}
              popup="dialog"
              trigger={
                <Button size="sm" aria-label={sayOfDebits("openNamed", { iban: current.iban })}>
                  {sayOfDebits("open")}
                </Button>
              }
            />
          )}
          <DecideButton decision="close" account={account} />
        </div>
      )}
    </li>
  );
}

/** Holder and numbers of an account. */
function Facts({ facts: { holder, iban, bic, qrIban, creditorIdentifier } }: { facts: AccountFacts }) {
  const say = useTranslations("bankAccounts");
  const otherNumbers = [
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
      {otherNumbers.map(
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
  /** Whether the whole account waits, and not only a change of it. */
  isNew: boolean;
  account: BankAccount;
  canEdit: boolean;
}

function Waiting({ waiting, isNew, account, canEdit }: WaitingProps) {
  const say = useTranslations("bankAccounts.waiting");
  const textOf = useFailureText();
  const { blocker } = waiting;
  // The author can never confirm a change, and nobody can confirm a change by a key. A person who is not settled yet perhaps can later, so
  // that person sees the disabled button.
  const canEverConfirm = blocker !== "own" && blocker !== "by_key";
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
          {blocker && <p className="text-ink-muted">{blocker === "own" ? say("own") : textOf(codeOfBlocker[blocker])}</p>}
          <div className="flex flex-wrap gap-2">
            {canEverConfirm && <DecideButton decision="confirm" account={account} disabled={blocker !== null} />}
            <DecideButton decision="withdraw" account={account} />
          </div>
        </>
      )}
    </div>
  );
}

/** Button that opens the dialog for a decision about the account or its waiting change. */
function DecideButton({ decision, account, disabled = false }: { decision: Decision; account: BankAccount; disabled?: boolean }) {
  const say = useTranslations("bankAccounts");
  const iban = decidedFacts(decision, account)?.iban ?? "";
  return (
    <OnDemand
      // The dialog keeps the account as it was at first, so each change needs a new one.
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

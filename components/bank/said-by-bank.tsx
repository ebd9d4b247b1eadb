"use client";

import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { debitsHref } from "@/components/companies/debits/debits-address";
import { Amount } from "@/components/ui/text/amount";
import { Detail, Details } from "@/components/ui/text/details";
import { Fact } from "@/components/ui/text/fact";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { FileOfEntry } from "@/server/bank/debit-files/find-file-of-entry";
import type { DescribedTransaction } from "@/server/bank/payments/describe-transaction";
import { bankFileName } from "@/server/domain/banking/bank-file-name";
import { groupIban } from "@/server/domain/banking/group-iban";
import { BankReason } from "./bank-reason";
import { EntryCategory } from "./statement/entry-category";
import { statementHref } from "./statement/statement-address";
import { useBankText } from "./use-bank-text";

/** The payment as the bank describes it. */
export function SaidByBank({ payment, company }: { payment: DescribedTransaction; company: string | null }) {
  const say = useTranslations("bank");
  const wordText = useBankText();
  const {
    name,
    iban,
    text,
    references,
    amountCents,
    currency,
    bookedOn,
    valueOn,
    instructed,
    endToEndId,
    statement,
    companyName,
    returnReason,
    creditorIdentifiers,
    withdrawnFile,
    debitsCount,
  } = payment;
  const shownText = wordText(payment.shownText);
  const debits =
    !name && debitsCount > 0 && say.rich("debitsOfDay", { count: debitsCount, day: () => <FormattedDate key="day" day={bookedOn} /> });
  return (
    <section className="grid gap-3" aria-label={say("said")}>
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="min-w-0 wrap-anywhere">{debits || name || shownText || say("noName")}</span>
        <Amount cents={amountCents} currency={currency} className="tabular-nums" />
      </h2>
      {(debits || name) && shownText && <p className="wrap-anywhere">{shownText}</p>}
      <Details>
        <Detail label={say("facts.company")}>{companyName}</Detail>
        {payment.hasSeveralAccounts && <Detail label={say("facts.ownAccount")}>{groupIban(statement.iban)}</Detail>}
        {references.length > 0 && <Detail label={say("facts.reference")}>{references.join(", ")}</Detail>}
        {iban && <Detail label={say("facts.account")}>{groupIban(iban)}</Detail>}
        <Detail label={say(valueOn === bookedOn ? "facts.onlyDay" : "facts.day")}>
          <FormattedDate day={valueOn} />
          {valueOn !== bookedOn && (
            <span className="text-ink-muted"> {say.rich("facts.bookedOn", { day: () => <FormattedDate day={bookedOn} /> })}</span>
          )}
        </Detail>
        {returnReason && (
          <Detail label={say("facts.returnReason")}>
            <BankReason code={returnReason} />
          </Detail>
        )}
        {instructed && <Detail label={say("facts.instructed")}>{instructed}</Detail>}
        {endToEndId && <Detail label={say("facts.endToEndId")}>{endToEndId}</Detail>}
        {creditorIdentifiers.length > 0 && <Detail label={say("facts.creditor")}>{creditorIdentifiers.join(", ")}</Detail>}
        {text !== payment.shownText && <Detail label={say("facts.wholeText")}>{text}</Detail>}
        <Detail label={say("facts.statement")}>
          {say(statement.number ? "facts.place" : "facts.placeUnnumbered", {
            ...{ number: statement.number, line: statement.line, file: statement.fileName },
          })}{" "}
          <Link href={statementHref(statement.id, { payment: payment.id, company })} prefetch={false} className="whitespace-nowrap">
            {say("statement.open")}
          </Link>
        </Detail>
        {payment.state === "noted" && (
          <Detail label={say("categories.name")}>
            <span className="-my-1 flex">
              <EntryCategory key={payment.id} entry={payment} />
            </span>
          </Detail>
        )}
      </Details>
      {payment.mayBeDuplicate && <Warning>{say("mayBeDuplicate")}</Warning>}
      {payment.otherCreditors.length > 0 && <Warning>{say("otherCreditors", { identifiers: payment.otherCreditors.join(", ") })}</Warning>}
      {withdrawnFile && <WithdrawnFile file={withdrawnFile} />}
      {payment.isReversal && <Warning>{say("isReversal")}</Warning>}
    </section>
  );
}

/** Names the file of direct debits, withdrawn wholly or in part, that the payment is of. */
function WithdrawnFile({ file }: { file: FileOfEntry }) {
  const say = useTranslations("bank");
  const { withdrawnAt } = file;
  const name = bankFileName("debits", file);
  return (
    <Warning>
      <span className="wrap-anywhere">
        {withdrawnAt === null
          ? say("partlyWithdrawnFile", { file: name })
          : say.rich("withdrawnFile", { file: name, when: () => <FormattedDate key="when" at={withdrawnAt} as="moment" /> })}{" "}
        {file.isWaiting &&
          say.rich(withdrawnAt === null ? "partlyWithdrawnFileWaits" : "withdrawnFileWaits", {
            link: (words) => (
              <Link key="link" href={debitsHref(file.companyId)} prefetch={false}>
                {words}
              </Link>
            ),
          })}
      </span>
    </Warning>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <Fact tone="ourTurn" icon={TriangleAlert} className="whitespace-normal!">
      {children}
    </Fact>
  );
}

import { CircleAlert, FileX, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { LeftOut } from "@/components/bank/left-out";
import { WithdrawnText } from "@/components/bank/withdrawn-text";
import { Banner } from "@/components/ui/page/banner";
import { Amount } from "@/components/ui/text/amount";
import { Detail, Details } from "@/components/ui/text/details";
import { Equation, EquationResult, EquationTerm } from "@/components/ui/text/equation";
import { Fact } from "@/components/ui/text/fact";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { DescribedStatement } from "@/server/bank/entries/get-statement";
import { groupIban } from "@/server/domain/banking/group-iban";
import { shortReference } from "@/server/domain/formats/short-reference";

/** The equation from the opening to the closing balance, and the statement's account, period and file. */
export function StatementFacts({ statement }: { statement: DescribedStatement }) {
  const say = useTranslations("bank.statement");
  const sayOfList = useTranslations("bank.statements");
  const {
    id,
    number,
    companyName,
    iban,
    fileName,
    family,
    receivedAt,
    entries,
    openingOn,
    closingOn,
    currency,
    unlistedEntries,
    gap,
    wait,
    withdrawal,
    leftOut,
  } = statement;
  const sayWithdrawn = useTranslations("bank.withdraw");
  const firstOn = statement.firstOn ?? openingOn;
  const lastOn = statement.lastOn ?? closingOn;
  return (
    <div className="grid gap-4 pt-2 pb-6">
      <div className="flex flex-wrap items-start gap-x-12 gap-y-4">
        <Balances statement={statement} />
        <Details>
          <Detail label={say("account")}>
            {groupIban(iban)} <span className="text-ink-muted">{companyName}</span>
          </Detail>
          {firstOn && lastOn && (
            <Detail label={say("period")}>
              <FormattedDate day={firstOn} />
              {firstOn !== lastOn && (
                <>
                  {" – "}
                  <FormattedDate day={lastOn} />
                </>
              )}
            </Detail>
          )}
          <Detail label={say("entries")}>{entries}</Detail>
          <Detail label={say("bankNumber")}>{number || <span className="text-ink-muted">{say("noBankNumber")}</span>}</Detail>
          <Detail label={say("ourReference")}>{shortReference(id)}</Detail>
          <Detail label={say("file")}>
            {say.rich("fileOf", { name: fileName, family: say(`families.${family}`), day: () => <FormattedDate at={receivedAt} /> })}
          </Detail>
        </Details>
      </div>
      {withdrawal && (
        <Banner tone="attention" icon={FileX} className="justify-self-start">
          <WithdrawnText withdrawal={withdrawal} />
          <br />
          {sayWithdrawn("because", { reason: withdrawal.reason })}
        </Banner>
      )}
      {unlistedEntries > 0 && (
        <Fact tone="neutral" icon={CircleAlert} className="whitespace-normal!">
          {say("unlisted", { count: unlistedEntries })}
        </Fact>
      )}
      {leftOut && (
        <div className="max-w-3xl text-sm">
          <LeftOut rows={leftOut} />
        </div>
      )}
      {gap && !wait && (
        <Fact tone="ourTurn" icon={TriangleAlert} className="whitespace-normal!">
          <span>
            {sayOfList.rich("gap", {
              amount: () => <Amount cents={gap.closingCents} currency={currency} />,
              day: () => <FormattedDate day={gap.closingOn} />,
            })}
          </span>
        </Fact>
      )}
    </div>
  );
}

/** Opening balance + incoming − outgoing = closing balance. Without balances, only incoming − outgoing. */
function Balances({ statement }: { statement: DescribedStatement }) {
  const say = useTranslations("bank.statement");
  const { openingCents, openedOn, closingCents, closingOn, currency, incomingCents, outgoingCents } = statement;
  const hasBalances = openingCents !== null && closingCents !== null;
  // The part of the balance's change that the listed entries do not explain, because some entries are not listed.
  const unlistedCents = hasBalances ? closingCents - openingCents - incomingCents - outgoingCents : 0;
  const onDay = (day: string | null) => ({ currency, day: () => day && <FormattedDate day={day} /> });
  const closing = closingOn ? say.rich("closingOn", onDay(closingOn)) : say("closing", { currency });
  return (
    <section aria-label={say("sums")} className="max-sm:w-full">
      <Equation>
        {hasBalances && (
          <EquationTerm label={openedOn ? say.rich("openingOn", onDay(openedOn)) : say("opening")}>
            <Amount cents={openingCents} />
          </EquationTerm>
        )}
        <EquationTerm label={say("came")} sign={hasBalances ? "+" : undefined}>
          <Amount cents={incomingCents} />
        </EquationTerm>
        <EquationTerm label={say("went")} sign="−">
          {/* Unlike −outgoingCents, this is never −0. */}
          <Amount cents={0 - outgoingCents} />
        </EquationTerm>
        {unlistedCents !== 0 && (
          <EquationTerm label={say("elsewhere")} sign={unlistedCents > 0 ? "+" : "−"}>
            <Amount cents={Math.abs(unlistedCents)} />
          </EquationTerm>
        )}
        <EquationResult label={hasBalances ? closing : say("net", { currency })}>
          <Amount cents={hasBalances ? closingCents : incomingCents + outgoingCents} className="text-inherit" />
        </EquationResult>
      </Equation>
    </section>
  );
}

"use client";

import { isValidIBAN } from "ibantools";
import { FileDown, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMay } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { Checkbox } from "@/components/ui/form/checkbox";
import { Input } from "@/components/ui/form/input";
import { BulkBar } from "@/components/ui/overlay/bulk-bar";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Section } from "@/components/ui/page/section";
import { Cell, type CellLayout, HeadCell, Row, SumRow, Table, TableBody, TableFoot, TableHead } from "@/components/ui/table/table";
import { Total } from "@/components/ui/table/total";
import { Amount } from "@/components/ui/text/amount";
import { Fact } from "@/components/ui/text/fact";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { ChosenPayout } from "@/server/bank/refund-files/create-refund-file";
import type { OwedMoney } from "@/server/bank/refund-files/list-owed";
import { formatAccount, readBritishAccount } from "@/server/domain/banking/british-account";
import { groupIban } from "@/server/domain/banking/group-iban";
import { bankHref } from "./bank-address";

/**
 * Amounts that a company owes in one currency, each with the account to pay to. Ticked amounts go into one file, after a confirmation. Amounts
 * in another currency than the company's cannot be ticked, and their rows say why. `name`: unique among the page's tables.
 */
export function OwedTable({ companyId, name, owed }: { companyId: string; name: string; owed: OwedMoney[] }) {
  const say = useTranslations("bank.refunds");
  const mayOrder = useMay("money") && owed.every(({ isForFile }) => isForFile);
  const [ibans, setIbans] = useState<Record<string, string>>(() =>
    Object.fromEntries(owed.map(({ id, iban }) => [id, iban && formatAccount(iban)])),
  );
  const [names, setNames] = useState<Record<string, string>>(() => Object.fromEntries(owed.map((each) => [each.id, each.name])));
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = owed.filter(({ id }) => ticked.has(id));
  const [first] = owed;
  if (!first) return null;
  const { currency } = first;
  const read = (typed: string) => readAccount(typed, currency);
  const accountOf = (id: string) => read(ibans[id] ?? "");
  const hasName = ({ kind, id }: OwedMoney) => kind === "invoice" || /[\p{L}\d]/u.test(names[id] ?? "");
  // Amounts that one click ticks together. An amount that a provider can pay back, that perhaps was given back, or without a valid account or a
  // name, is ticked by itself.
  const suggested = owed.filter((each) => !each.hasProvider && !each.perhapsGivenBack && accountOf(each.id) !== null && hasName(each));
  const lacksName = chosen.some((each) => !hasName(each));
  const hasWrongAccount = chosen.some(({ id }) => accountOf(id) === null);

  const setTick = (ids: readonly string[], isTicked: boolean) =>
    setTicked((before) => new Set(isTicked ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  const chosenPayouts: ChosenPayout[] = chosen.map(({ kind, id, amountCents }) => ({
    kind,
    id,
    amountCents,
    iban: accountOf(id) ?? "",
    ...(kind === "transaction" && { name: names[id] ?? "" }),
  }));
  const areAllTicked = suggested.length > 0 && suggested.every(({ id }) => ticked.has(id));

  return (
    <Section title={say("owedBy", { company: name })} note={say("count", { count: owed.length })}>
      <Table caption={say("owedBy", { company: name })} density="roomy" cards>
        <TableHead>
          {mayOrder && (
            <HeadCell edge card="hide">
              <Checkbox
                aria-label={say("chooseAll")}
                checked={areAllTicked}
                indeterminate={!areAllTicked && chosen.length > 0}
                disabled={suggested.length === 0}
                // Clears all ticks, also of amounts that were ticked by themselves.
                onChange={({ target }) => (target.checked ? setTick(idsOf(suggested), true) : setTick(idsOf(owed), false))}
              />
            </HeadCell>
          )}
          <HeadCell {...layouts.customer}>{say("columns.customer")}</HeadCell>
          <HeadCell {...layouts.invoice}>{say("columns.invoice")}</HeadCell>
          <HeadCell {...layouts.why}>{say("columns.why")}</HeadCell>
          <HeadCell {...layouts.account}>{say("columns.account")}</HeadCell>
          <HeadCell {...layouts.amount}>{say("columns.amount", { currency })}</HeadCell>
        </TableHead>
        <TableBody>
          {owed.map((each) => (
            <OwedRow
              key={each.id}
              owed={each}
              mayOrder={mayOrder}
              isTicked={ticked.has(each.id)}
              typed={ibans[each.id] ?? ""}
              isWrong={accountOf(each.id) === null}
              payeeName={names[each.id] ?? ""}
              lacksName={ticked.has(each.id) && !hasName(each)}
              onName={(typed) => setNames((before) => ({ ...before, [each.id]: typed }))}
              onTick={(isTicked) => setTick([each.id], isTicked)}
              onType={(typed) => {
                setIbans((before) => ({ ...before, [each.id]: typed }));
                if (read(typed) !== null) setTick([each.id], true);
              }}
            />
          ))}
        </TableBody>
        <TableFoot>
          <SumRow>
            {mayOrder && <Cell edge card="hide" />}
            <Cell {...layouts.customer}>{say("sum")}</Cell>
            <Cell {...layouts.invoice} card="hide" />
            <Cell {...layouts.why} card="hide" />
            <Cell {...layouts.account} card="hide" />
            <Cell {...layouts.amount}>
              <Total>
                <Amount cents={sumOf(owed)} />
              </Total>
            </Cell>
          </SumRow>
        </TableFoot>
      </Table>
      {mayOrder && (
        <BulkBar
          name={say("ticked.name", { company: name })}
          summary={
            <>
              {say("ticked.count", { count: chosen.length, all: owed.length })}
              {chosen.length > 0 && (
                <>
                  {" · "}
                  <Amount cents={sumOf(chosen)} currency={currency} className="font-semibold" />
                </>
              )}
              {lacksName && <span className="block text-late">{say("nameMissing")}</span>}
              {hasWrongAccount && <span className="block text-late">{say(currency === "GBP" ? "wrongBritish" : "wrongIban")}</span>}
            </>
          }
          more={
            // On a phone the table has no head, and so no checkbox for all amounts.
            suggested.length > 0 &&
            !areAllTicked && (
              <Button size="sm" variant="quiet" className="min-[721px]:hidden" onClick={() => setTick(idsOf(suggested), true)}>
                {say("ticked.all")}
              </Button>
            )
          }
        >
          <OnDemand
            load={() => import("./give-back-dialog")}
            popup="dialog"
            props={{ companyId, currency, chosen: chosenPayouts }}
            trigger={
              <Button size="sm" variant="primary" disabled={chosen.length === 0 || hasWrongAccount || lacksName}>
                <FileDown />
                {say("make", { count: chosen.length })}
              </Button>
            }
          />
        </BulkBar>
      )}
    </Section>
  );
}

const layouts = {
  customer: { clip: true, card: 1, className: "min-[721px]:w-[22%]" },
  invoice: { clip: true, hideOrder: 2, card: 3, className: "min-[721px]:w-[12%]" },
  why: { hideOrder: 3, card: "line", className: "min-[721px]:w-[26%]" },
  account: { card: "line", className: "min-[721px]:w-68" },
  amount: { money: true, card: 2 },
} as const satisfies Record<string, CellLayout & { className?: string }>;

/** Returns the account as it is stored: an IBAN or, in pounds, the 14 digits of a sort code and account number. Null: it is neither. */
function readAccount(typed: string, currency: string): string | null {
  const british = currency === "GBP" ? readBritishAccount(typed) : null;
  const iban = typed.replace(/\s/g, "").toUpperCase();
  return british ?? (isValidIBAN(iban) ? iban : null);
}

function idsOf(owed: readonly OwedMoney[]): string[] {
  return owed.map(({ id }) => id);
}

function sumOf(owed: readonly OwedMoney[]): number {
  return owed.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

interface RowProps {
  owed: OwedMoney;
  mayOrder: boolean;
  isTicked: boolean;
  typed: string;
  /** Whether the typed text is no account. */
  isWrong: boolean;
  payeeName: string;
  lacksName: boolean;
  onName: (typed: string) => void;
  onTick: (isTicked: boolean) => void;
  onType: (typed: string) => void;
}

function OwedRow({ owed, mayOrder, isTicked, typed, isWrong, payeeName, lacksName, onName, onTick, onType }: RowProps) {
  const say = useTranslations("bank.refunds");
  // A number is not called wrong while it is being typed.
  const [isLeft, setIsLeft] = useState(false);
  const isCalledWrong = isWrong && (isTicked || (isLeft && typed.trim() !== ""));
  const { kind, id, name, text: numberOrText, amountCents, ibanFrom, isForFile, unconfirmedIban, hasProvider, perhapsGivenBack } = owed;
  const invoiceNumber = kind === "invoice" ? numberOrText : "";
  const payee = name || (kind === "invoice" ? invoiceNumber : say("noName"));
  const label = name && invoiceNumber ? `${name} ${invoiceNumber}` : payee;
  const how = hasProvider ? "byProvider" : (`from.${ibanFrom}` as const);
  const why = `${say(`reasons.${kind}`)} · ${say(isForFile ? how : "otherCurrency")}`;
  return (
    <Row selected={isTicked} tall={unconfirmedIban !== null || Boolean(perhapsGivenBack) || kind === "transaction" || isCalledWrong}>
      {mayOrder && (
        <Cell edge>
          <Checkbox aria-label={say("choose", { name: label })} checked={isTicked} onChange={({ target }) => onTick(target.checked)} />
        </Cell>
      )}
      <Cell {...layouts.customer} title={payee}>
        <Link href={kind === "invoice" ? `/invoices/${id}` : `/bank?tab=to_return&payment=${id}`} prefetch={false}>
          {payee}
        </Link>
      </Cell>
      <Cell {...layouts.invoice} title={numberOrText}>
        {numberOrText}
      </Cell>
      <Cell {...layouts.why} className={`${layouts.why.className} whitespace-normal! text-ink-muted`}>
        {why}
      </Cell>
      <Cell {...layouts.account}>
        {mayOrder ? (
          <span className="grid gap-1">
            {kind === "transaction" && (
              <Input
                aria-label={say("nameOf", { name: label })}
                placeholder={say("payeeName")}
                autoComplete="off"
                maxLength={70}
                value={payeeName}
                aria-invalid={lacksName || undefined}
                onChange={({ target }) => onName(target.value)}
              />
            )}
            <Input
              aria-label={say("ibanOf", { name: label })}
              placeholder={say(owed.currency === "GBP" ? "british" : "iban")}
              autoComplete="off"
              spellCheck={false}
              value={typed}
              aria-invalid={isCalledWrong || undefined}
              aria-describedby={isCalledWrong ? `wrong-${id}` : undefined}
              onChange={({ target }) => onType(target.value)}
              onFocus={() => setIsLeft(false)}
              onBlur={() => setIsLeft(true)}
              className="tabular-nums"
            />
            {isCalledWrong && typed.trim() !== "" && (
              <span id={`wrong-${id}`} className="text-xs whitespace-normal text-late">
                {say("wrongHere")}
              </span>
            )}
          </span>
        ) : (
          <span className="tabular-nums">{typed || "–"}</span>
        )}
        {unconfirmedIban && (
          <Fact tone="ourTurn" icon={TriangleAlert} small className="mt-1 flex! whitespace-normal!">
            <span>{say("unconfirmed", { iban: groupIban(unconfirmedIban) })}</span>
          </Fact>
        )}
        {perhapsGivenBack && (
          <Fact tone="ourTurn" icon={TriangleAlert} small className="mt-1 flex! whitespace-normal!">
            <span>
              {say.rich("perhapsGivenBack", {
                amount: () => <Amount key="amount" cents={amountCents} currency={owed.currency} />,
                day: () => <FormattedDate key="day" day={perhapsGivenBack.bookedOn} as="date" />,
                link: (words) => (
                  <Link
                    key="link"
                    href={bankHref({ tab: perhapsGivenBack.tab, payment: perhapsGivenBack.transactionId })}
                    prefetch={false}
                    className="underline"
                  >
                    {words}
                  </Link>
                ),
              })}
            </span>
          </Fact>
        )}
      </Cell>
      <Cell {...layouts.amount}>
        <Amount cents={amountCents} />
      </Cell>
    </Row>
  );
}

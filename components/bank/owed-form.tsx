"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { isValidIBAN } from "ibantools";
import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { useMay } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { Input } from "@/components/ui/form/input";
import { toastDone } from "@/components/ui/overlay/toast";
import { Section } from "@/components/ui/page/section";
import { Amount } from "@/components/ui/text/amount";
import { Fact } from "@/components/ui/text/fact";
import type { OwedMoney } from "@/server/bank/refund-files/list-owed";
import { groupIban } from "@/server/domain/banking/group-iban";

/** Money that a company owes, each with the account to pay to. Selected amounts go into one file. */
export function OwedForm({ companyId, owed }: { companyId: string; owed: OwedMoney[] }) {
  const say = useTranslations("bank.refunds");
  const mayOrder = useMay("money");
  const queries = useQueryClient();
  const create = useMutation(useTRPC().payouts.create.mutationOptions());
  const [ibans, setIbans] = useState<Record<string, string>>(() =>
    Object.fromEntries(owed.map(({ id, iban }) => [id, iban && groupIban(iban)])),
  );
  const [left, setLeft] = useState<ReadonlySet<string>>(
    () => new Set(owed.filter(({ hasProvider, iban }) => hasProvider || !isValidIBAN(iban)).map(({ id }) => id)),
  );
  const chosen = owed.filter(({ id }) => !left.has(id));
  const ibanOf = (id: string) => (ibans[id] ?? "").replace(/\s/g, "").toUpperCase();
  const wrong = chosen.filter(({ id }) => !isValidIBAN(ibanOf(id)));
  const sumCents = chosen.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const [first] = owed;

  const order = () =>
    create.mutate(
      { companyId, chosen: chosen.map(({ kind, id, amountCents }) => ({ kind, id, amountCents, iban: ibanOf(id) })) },
      {
        onSuccess: () => toastDone(say("made")),
        onSettled: () => void queries.invalidateQueries(),
      },
    );
  const toggle = (id: string, isChosen: boolean) =>
    setLeft((before) => {
      const next = new Set(before);
      if (isChosen) next.delete(id);
      else next.add(id);
      return next;
    });

  return (
    <Section title={say("owed")} note={first?.companyName} rule>
      {create.error && <Refusal key={create.submittedAt} code={failureOf(create.error).code} />}
      <ul className="grid">
        {owed.map(({ kind, id, name, text, amountCents, currency, ibanFrom, unconfirmedIban, hasProvider }) => (
          <li key={id} className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 border-b border-line py-3 text-sm">
            {mayOrder ? (
              <input
                type="checkbox"
                className="tick-box mt-0.5"
                aria-label={say("choose", { name: name || text })}
                checked={!left.has(id)}
                onChange={(event) => toggle(id, event.target.checked)}
              />
            ) : (
              <span />
            )}
            <span className="min-w-0 wrap-anywhere">
              {kind === "invoice" ? (
                <Link href={`/invoices/${id}`} prefetch={false}>
                  {name} {text}
                </Link>
              ) : (
                <Link href={`/bank?tab=to_return&payment=${id}`} prefetch={false}>
                  {name || say("noName")}
                </Link>
              )}
              <span className="block text-xs text-ink-muted">
                {say(`reasons.${kind}`)} · {say(hasProvider ? "byProvider" : `from.${ibanFrom}`)}
              </span>
              {unconfirmedIban && (
                <Fact tone="ourTurn" icon={TriangleAlert} small className="mt-1 flex! whitespace-normal!">
                  <span>{say("unconfirmed", { iban: groupIban(unconfirmedIban) })}</span>
                </Fact>
              )}
            </span>
            <Amount cents={amountCents} currency={currency} className="tabular-nums" />
            {mayOrder && (
              <span className="col-span-2 col-start-2 max-w-90">
                <Input
                  aria-label={say("ibanOf", { name: name || text })}
                  placeholder={say("iban")}
                  autoComplete="off"
                  spellCheck={false}
                  value={ibans[id] ?? ""}
                  aria-invalid={(!left.has(id) && !isValidIBAN(ibanOf(id))) || undefined}
                  onChange={(event) => {
                    const typed = event.target.value;
                    setIbans((before) => ({ ...before, [id]: typed }));
                    if (isValidIBAN(typed.replace(/\s/g, "").toUpperCase())) toggle(id, true);
                  }}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      {mayOrder && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="primary"
            disabled={chosen.length === 0 || wrong.length > 0}
            busy={create.isPending && say("making")}
            onClick={order}
          >
            {say("make", { count: chosen.length })}
          </Button>
          {first && <Amount cents={sumCents} currency={first.currency} />}
          {wrong.length > 0 && <span className="text-sm text-late">{say("wrongIban")}</span>}
        </div>
      )}
    </Section>
  );
}

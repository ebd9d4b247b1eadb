import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/form/button";
import { Amount } from "@/components/ui/text/amount";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { GivenBack } from "@/server/bank/payments/find-given-back";
import type { Press } from "./guard-decisions";

interface Props {
  givenBack: GivenBack[];
  currency: string;
  /** Whether a press would decide. */
  isReady: boolean;
  /** Null: the reader may not decide. */
  onChoose: ((press: Press, givenBackId: string) => void) | null;
}

/** Payments that were not for the company, and which an outgoing payment may have given back by an ordinary transfer. */
export function GivenBackList({ givenBack, currency, isReady, onChoose }: Props) {
  const say = useTranslations("bank.givenBack");
  const sayOfBank = useTranslations("bank");
  return (
    <section className="grid gap-2" aria-label={say("title")}>
      <h3 className="text-sm font-semibold">{say("title")}</h3>
      <ul className="grid gap-2">
        {givenBack.map(({ id, name, text, amountCents, bookedOn, isSameAccount }) => (
          <li
            key={id}
            className="grid items-center gap-3 rounded-md border border-line px-3 py-2.5 text-sm sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <span className="grid min-w-0 gap-1">
              <span className="wrap-anywhere">
                <b className="font-medium">{name || sayOfBank("noName")}</b> <span className="text-ink-muted">{text}</span>
              </span>
              <span className="text-xs wrap-anywhere text-ink-muted">
                <Amount cents={amountCents} currency={currency} /> · {sayOfBank("states.to_return")} · <FormattedDate day={bookedOn} />
                {isSameAccount && ` · ${sayOfBank("sameAccount")}`}
              </span>
            </span>
            {onChoose && (
              <Button size="sm" className="justify-self-start" disabled={!isReady} onClick={(press) => onChoose(press, id)}>
                {sayOfBank("ownRefunds.chooseLeft")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-muted">{say("effect")}</p>
    </section>
  );
}

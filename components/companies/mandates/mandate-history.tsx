"use client";

import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Dialog } from "@/components/ui/overlay/dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { MandateRecord } from "@/server/billing/mandates/mandate-record";
import { groupIban } from "@/server/domain/banking/group-iban";

/** A mandate's former accounts, and what the payer agreed to on their page. */
export default function MandateHistory({ mandate, trigger }: { mandate: MandateRecord; trigger: ReactElement<TriggerProps> }) {
  const say = useTranslations("mandates.history");
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const { amendments, consents, reference } = mandate;
  return (
    <>
      {opener}
      <Dialog open={open} onOpenChange={setOpen} title={say("title", { reference })} wide>
        <div className="grid gap-5 text-sm">
          {amendments.map(({ id, formerHolder, formerIban, source, amendedAt }) => (
            <p key={id} className="wrap-anywhere">
              {say("formerAccount")} <FormattedDate at={amendedAt} as="date" /> {say(`sources.${source}`)}
              <br />
              {formerHolder}, {groupIban(formerIban)}
            </p>
          ))}
          {consents.map(({ id, text, locale, holder, iban, address, givenAt }) => (
            <section key={id} className="grid gap-2">
              <p className="wrap-anywhere">
                {say("agreed")} <FormattedDate at={givenAt} as="moment" />
                {address !== null && `, ${say("from", { address })}`}
                <br />
                {holder}, {groupIban(iban)}
              </p>
              <blockquote lang={locale} className="border-l-2 border-line-strong pl-3 whitespace-pre-line text-ink-muted">
                {text}
              </blockquote>
            </section>
          ))}
        </div>
      </Dialog>
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Amount } from "@/components/ui/text/amount";
import { Detail, Details } from "@/components/ui/text/details";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import { nameOfAccount } from "./name-of-account";

/** Summary of the collection settings. */
export function SettingsDetails({ settings, companyId, currency }: { settings: CollectionSettings; companyId: string; currency: string }) {
  const say = useTranslations("collection");
  const sayMethod = useTranslations("invoice.methods");
  const { data: accounts } = useQuery(useTRPC().bankAccounts.list.queryOptions({ companyId }));
  const account = accounts?.find(({ id }) => id === settings.bankAccountId);
  const list = (days: (number | null)[]) => days.filter((day) => day !== null).join(", ");
  const requests = list([settings.request1Day, settings.request2Day]);
  const reminders = list([settings.reminder1Day, settings.reminder2Day, settings.reminder3Day]);
  return (
    <Details>
      <Detail label={say("details.due")}>{say("details.dueAfter", { days: settings.dueDays })}</Detail>
      <Detail label={say("details.requests")}>{requests ? say("details.requestsOn", { days: requests }) : say("details.none")}</Detail>
      <Detail label={say("details.reminders")}>{reminders ? say("details.remindersOn", { days: reminders }) : say("details.none")}</Detail>
      <Detail label={say("fields.paymentMethods")}>{settings.paymentMethods.map((method) => sayMethod(method)).join(", ")}</Detail>
      <Detail label={say("fields.bankAccountId")}>
        {settings.bankAccountId ? nameOfAccount(account?.current ?? account?.waiting ?? null) : say("details.none")}
      </Detail>
      <Detail label={say("fields.latePaymentFeeCents", { currency })}>
        <Amount cents={settings.latePaymentFeeCents} />
      </Detail>
      <Detail label={say("fields.chargebackFeeCents", { currency })}>
        <Amount cents={settings.chargebackFeeCents} />
      </Detail>
      <Detail label={say("details.donations")}>{say(settings.donationAllowed ? "details.donationsAllowed" : "details.none")}</Detail>
      <Detail label={say("details.households")}>{say(settings.joinsHouseholds ? "details.together" : "details.alone")}</Detail>
      {settings.salutation && <Detail label={say("fields.salutation")}>{settings.salutation}</Detail>}
      {settings.personalNote && (
        <Detail label={say("fields.personalNote")}>
          <span className="whitespace-pre-line">{settings.personalNote}</span>
        </Detail>
      )}
    </Details>
  );
}

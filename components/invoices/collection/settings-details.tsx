import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Amount } from "@/components/ui/text/amount";
import { Detail, Details } from "@/components/ui/text/details";
import { useRegion } from "@/components/ui/text/region";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import { formatDay } from "@/server/domain/formats/dates";
import { type Locale, locales, nameOfLocale } from "@/server/domain/formats/locales";
import { formatMoney } from "@/server/domain/formats/money";
import { consumerOffer } from "@/server/domain/rules/instalment-rules";
import { nameOfAccount } from "./name-of-account";
import { textFields } from "./settings-form-values";

interface Props {
  settings: CollectionSettings;
  companyId: string;
  currency: string;
  /** The company's country. */
  country: string;
}

/** Summary of the collection settings. */
export function SettingsDetails({ settings, companyId, currency, country }: Props) {
  const say = useTranslations("collection");
  const sayMethod = useTranslations("invoice.methods");
  const { data: accounts } = useQuery(useTRPC().bankAccounts.list.queryOptions({ companyId }));
  const account = accounts?.find(({ id }) => id === settings.bankAccountId);
  const region = useRegion();
  const offer = consumerOffer(country);
  const offeredToConsumers = offer === "period" && settings.instalmentsPeriodEndsOn === null ? "missing" : offer;
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
      {settings.directDebit && (
        <Detail label={say("groups.debits")}>{say("details.debitsAfter", { days: settings.debitNoticeDays })}</Detail>
      )}
      {settings.instalmentsFromCents !== null && (
        <Detail label={say("groups.instalments")}>
          {say("details.instalmentsOffered", {
            amount: formatMoney(settings.instalmentsFromCents, currency, region),
            parts: settings.instalmentsMostParts,
            every: settings.instalmentsEveryDays ?? 0,
          })}
          {say("details.instalmentsConsumers", {
            consumer: offeredToConsumers,
            day: settings.instalmentsPeriodEndsOn ? formatDay(settings.instalmentsPeriodEndsOn, region, "date") : "",
          })}
        </Detail>
      )}
      {settings.promiseDays !== null && (
        <Detail label={say("fields.promiseDays")}>{say("details.promiseWithin", { days: settings.promiseDays })}</Detail>
      )}
      <Detail label={say("fields.latePaymentFeeCents", { currency })}>
        <Amount cents={settings.latePaymentFeeCents} />
        {settings.latePaymentFeeCents > 0 && settings.latePaymentFeeNotice && `, ${say("details.feeNotice")}`}
      </Detail>
      <Detail label={say("fields.chargebackFeeCents", { currency })}>
        <Amount cents={settings.chargebackFeeCents} />
      </Detail>
      <Detail label={say("details.donations")}>{say(settings.donationAllowed ? "details.donationsAllowed" : "details.none")}</Detail>
      <Detail label={say("details.households")}>{say(settings.joinsHouseholds ? "details.together" : "details.alone")}</Detail>
      {textFields.flatMap((name) =>
        textsOf(settings, name).map(({ locale, text }) => (
          <Detail
            key={`${name} ${locale}`}
            label={say("details.inLanguage", {
              what: say(`fields.${name}`),
              language: locale ? nameOfLocale[locale] : say("details.otherLanguages"),
            })}
          >
            <span className="whitespace-pre-line" lang={locale}>
              {text}
            </span>
          </Detail>
        )),
      )}
    </Details>
  );
}

/** Returns the company's own texts. The last one may have no language: it is for all other languages. */
function textsOf(settings: CollectionSettings, name: (typeof textFields)[number]): { locale?: Locale; text: string }[] {
  const own = locales.flatMap((locale) => {
    const text = settings.texts[locale]?.[name];
    return text ? [{ locale, text }] : [];
  });
  const text = name === "consequence" ? "" : settings[name];
  return text ? [...own, { text }] : own;
}

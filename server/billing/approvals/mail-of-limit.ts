import type { Database } from "@/db/client";
import type { LimitChange } from "@/db/schema/limit-changes";
import type { Actor } from "@/server/actor";
import { formatMoment } from "@/server/domain/formats/dates";
import { TIME_ZONE } from "@/server/domain/formats/time-zone";
import { env } from "@/server/env";
import { nameForReaders } from "@/server/platform/audit/name-for-readers";
import { mailEachAdministrator } from "@/server/platform/mail/mail-each-administrator";
import { mailText } from "@/server/platform/mail/mail-text";

export type LimitMail = "limitChanging" | "limitChanged" | "limitKept";

/** Mails a partner's administrators that the limit will be raised or removed, was changed, or stays. */
export async function mailOfLimit(
  tx: Database,
  actor: Actor,
  mail: LimitMail,
  beforeCents: number | null,
  { aboveCents, inForceAt }: Pick<LimitChange, "aboveCents" | "inForceAt">,
): Promise<void> {
  const values = { who: await nameForReaders(tx, actor), link: `${env().PUBLIC_URL}/settings/members` };
  await mailEachAdministrator(tx, actor.partnerId, (locale) => {
    const amountOf = (cents: number | null) =>
      cents === null ? "none" : new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(cents / 100);
    const when = formatMoment(inForceAt, locale, TIME_ZONE, "long");
    return mailText(locale, mail, { ...values, before: amountOf(beforeCents), after: amountOf(aboveCents), when });
  });
}

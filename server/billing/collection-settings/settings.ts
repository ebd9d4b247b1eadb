import type { CollectionSettings } from "@/db/schema/collection-settings";
import { versionOf } from "@/server/platform/row-version";

/** Collection settings of a company or an import. */
export interface VersionedSettings {
  settings: CollectionSettings;
  /** Version of the settings when they were read, to detect concurrent edits. */
  version: string;
}

/** All settings except the texts to customers. The security log records the changes of these settings. */
export const settingsWithoutText = [
  "dueDays",
  "request1Day",
  "request2Day",
  "reminder1Day",
  "reminder2Day",
  "reminder3Day",
  "paymentMethods",
  "latePaymentFeeCents",
  "latePaymentFeeNotice",
  "chargebackFeeCents",
  "donationAllowed",
  "bankAccountId",
  "joinsHouseholds",
  "directDebit",
  "debitNoticeDays",
  "instalmentsFromCents",
  "instalmentsMostParts",
  "instalmentsEveryDays",
  "instalmentsFeeCents",
  "instalmentsMissed",
  "instalmentsPeriodBeginsOn",
  "instalmentsPeriodEndsOn",
  "promiseDays",
] as const satisfies (keyof CollectionSettings)[];

export function withVersion(settings: CollectionSettings): VersionedSettings {
  return { settings, version: versionOf(settings) };
}

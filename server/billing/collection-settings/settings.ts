import type { CollectionSettings } from "@/db/schema/collection-settings";
import { versionOf } from "@/server/platform/row-version";

export interface VersionedSettings {
  settings: CollectionSettings;
  /** Version of the settings as read, to detect concurrent edits. */
  version: string;
}

/** All settings except the texts to customers: these are recorded when settings change. */
export const settingsWithoutText = [
  "dueDays",
  "request1Day",
  "request2Day",
  "reminder1Day",
  "reminder2Day",
  "reminder3Day",
  "paymentMethods",
  "latePaymentFeeCents",
  "chargebackFeeCents",
  "donationAllowed",
  "bankAccountId",
  "joinsHouseholds",
] as const satisfies (keyof CollectionSettings)[];

export function withVersion(settings: CollectionSettings): VersionedSettings {
  return { settings, version: versionOf(settings) };
}

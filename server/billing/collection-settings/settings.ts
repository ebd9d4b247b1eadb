import type { CollectionSettings } from "@/db/schema/collection-settings";
import { versionOf } from "@/server/platform/row-version";

export interface VersionedSettings {
  settings: CollectionSettings;
  /** Identifies the settings as they were read, to detect concurrent edits. */
  version: string;
}

/** All settings but the words to customers: what is written down when settings change. */
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

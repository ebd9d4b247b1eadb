import type { CollectionSettings } from "@/db/schema/collection-settings";
import type { MessageKind } from "@/server/domain/collection-messages";

/** After how many days a message leaves: a request after the transmission, a reminder after the due date. Null: never. */
export function dayOf(settings: CollectionSettings, kind: MessageKind): number | null {
  return settings[`${kind}Day`];
}

export interface VersionedSettings {
  settings: CollectionSettings;
  /** Identifies the settings as they were read, to detect concurrent edits. */
  version: string;
}

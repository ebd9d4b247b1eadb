import type { CollectionSettings } from "@/db/schema/collection-settings";
import { versionOf } from "@/server/platform/row-version";

export interface VersionedSettings {
  settings: CollectionSettings;
  /** Identifies the settings as they were read, to detect concurrent edits. */
  version: string;
}

export function withVersion(settings: CollectionSettings): VersionedSettings {
  return { settings, version: versionOf(settings) };
}

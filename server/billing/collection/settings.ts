import type { CollectionSettings } from "@/db/schema/collection-settings";

/** The messages that are sent by themselves, in the order in which they leave. */
export const messageKinds = ["request1", "request2", "reminder1", "reminder2", "reminder3"] as const;

export type MessageKind = (typeof messageKinds)[number];

export const isReminder = (kind: MessageKind): boolean => kind.startsWith("reminder");

/** After how many days a message leaves: a request after the transmission, a reminder after the due date. Null: never. */
export function dayOf(settings: CollectionSettings, kind: MessageKind): number | null {
  return settings[`${kind}Day`];
}

export interface VersionedSettings {
  settings: CollectionSettings;
  /** Stands for the settings as they were read, for whoever edits or transmits them. */
  version: string;
}

import { bigint, foreignKey, index, jsonb, pgTable } from "drizzle-orm/pg-core";
import { code, moment } from "./columns";
import { partners } from "./partners";

/** Facts before or after an act: ids, roles, amounts, names of fields. Contains no personal data, so nothing here needs to be erased. */
export type EventFacts = Record<string, string | number | boolean | null | string[]>;

/** Security events: who did what, when and from where. Insert-only. All times are real time. */
export const securityEvents = pgTable(
  "security_events",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null for events without a partner: support's own accounts, and sign-ins by unknown people. */
    partnerId: code(),
    happenedAt: moment().notNull(),
    /** One of the kinds in server/domain/rules/event-kinds.ts. */
    kind: code().notNull(),
    /**
     * As in the table of changes: `person:<id>`, `key:<id>`, `customer:<id>`, `system`. Also `operator`; `organisation`, which ended a
     * session; and `nobody` before a person is identified.
     */
    actor: code().notNull(),
    /** Record of the event: `invoice:<id>`, `person:<id>`, … */
    about: code(),
    /** Keyed hash of the client's network. */
    addressHash: code(),
    requestId: code(),
    before: jsonb().$type<EventFacts>(),
    after: jsonb().$type<EventFacts>(),
  },
  (table) => [
    foreignKey({ columns: [table.partnerId], foreignColumns: [partners.id] }),
    index("security_events_by_partner").on(table.partnerId, table.id),
    index("security_events_by_kind").on(table.partnerId, table.kind, table.id),
    index("security_events_by_actor").on(table.partnerId, table.actor, table.id),
    index("security_events_by_record").on(table.partnerId, table.about, table.id),
  ],
);

export type SecurityEvent = typeof securityEvents.$inferSelect;

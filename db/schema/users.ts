import { sql } from "drizzle-orm";
import { boolean, check, date, foreignKey, index, integer, pgEnum, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { accessLevels } from "@/server/domain/rules/access-levels";
import { code, createdAt, id, isAnId, moment } from "./columns";
import { companies, locale } from "./companies";
import { newsPace } from "./news";
import { partners } from "./partners";

export const userRole = pgEnum("user_role", ["administrator", "member", "support"]);
export const accessLevel = pgEnum("access_level", accessLevels);

/** A person who signs in to the portal. Times are real time. */
export const users = pgTable(
  "users",
  {
    id: id().primaryKey(),
    /** Null for support, which belongs to no partner. */
    partnerId: code(),
    /** In lower case. One person has one account, across all partners. */
    email: text().notNull(),
    name: text().notNull(),
    role: userRole().notNull(),
    /** Access level of a member. Administrators may do everything; supporters use separate procedures. */
    accessLevel: accessLevel().notNull().default("money"),
    locale: locale().notNull(),
    /** Whether the person leads the support team and manages its members. */
    leadsSupport: boolean().notNull().default(false),
    /** Whether the person sees only the companies in `user_companies`. A separate flag, so that an empty list never means "all". */
    limitedToCompanies: boolean().notNull().default(false),
    /** Argon2id. Null until an invitation is accepted, and for people who sign in only through their organisation. */
    passwordHash: text(),
    /** Raised to end all sessions of the person: each session stores the version at which it began. */
    sessionVersion: integer().notNull().default(1),
    /** Identity at the organisation's provider, once known. */
    oidcIssuer: text(),
    oidcSubject: text(),
    /** Whether letters typed outside fields act as shortcuts. People who dictate need to switch this off. */
    singleKeyShortcuts: boolean().notNull().default(true),
    /**
     * How soon the person is mailed about questions, chargebacks and messages that did not arrive. `never` also stops the mails about
     * payments at the desk, and about direct debits that need a file or a decision.
     */
    newsPace: newsPace().notNull().default("daily"),
    /** Time up to which the person was mailed about news. */
    newsToldAt: moment().notNull().default(sql`now()`),
    /** Last day, in real time, on which the person was mailed about the bank's desk, or the job found nothing waiting for them. */
    deskToldOn: date({ mode: "string" }),
    createdAt: createdAt(),
    lastSignedInAt: moment(),
    /** When the person was last warned by mail about somebody guessing their password. */
    warnedOfGuessesAt: moment(),
    disabledAt: moment(),
  },
  (table) => [
    foreignKey({ columns: [table.partnerId], foreignColumns: [partners.id] }),
    unique("users_by_email").on(table.email),
    unique("users_by_provider_subject").on(table.oidcIssuer, table.oidcSubject),
    unique("users_with_partner").on(table.partnerId, table.id),
    check("users_support_has_no_partner", sql`(${table.role} = 'support') = (${table.partnerId} is null)`),
    check("users_email_in_lower_case", sql`${table.email} = lower(${table.email}) and ${table.email} <> ''`),
    check("users_provider_whole", sql`(${table.oidcIssuer} is null) = (${table.oidcSubject} is null)`),
    check("users_administrators_see_all", sql`${table.role} = 'member' or not ${table.limitedToCompanies}`),
    // Only a member can have less than full access.
    check("users_only_members_are_held_back", sql`${table.role} = 'member' or ${table.accessLevel} = 'money'`),
    // Only a supporter can lead the support team.
    check("users_only_support_is_led", sql`${table.role} = 'support' or not ${table.leadsSupport}`),
    isAnId("users_id_shape", table.id),
  ],
);

export type User = typeof users.$inferSelect;

/** Companies that a limited person can see. */
export const userCompanies = pgTable(
  "user_companies",
  {
    partnerId: code().notNull(),
    userId: code().notNull(),
    companyId: code().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.userId, table.companyId] }),
    foreignKey({ columns: [table.partnerId, table.userId], foreignColumns: [users.partnerId, users.id] }).onDelete("cascade"),
    foreignKey({ columns: [table.partnerId, table.companyId], foreignColumns: [companies.partnerId, companies.id] }),
  ],
);

export const userTokenPurpose = pgEnum("user_token_purpose", ["invitation", "password_reset"]);

/** A mailed link, or a one-time password from the operator, with which a person sets their password once. */
export const userTokens = pgTable(
  "user_tokens",
  {
    /** SHA-256 of the token, in hexadecimal. */
    hash: code().primaryKey(),
    userId: code().notNull(),
    purpose: userTokenPurpose().notNull(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (table) => [
    foreignKey({ columns: [table.userId], foreignColumns: [users.id] }).onDelete("cascade"),
    index("user_tokens_by_user").on(table.userId),
    check("user_tokens_hash_shape", sql`${table.hash} ~ '^[0-9a-f]{64}$'`),
  ],
);

/**
 * Attempts of the last 24 hours that count towards the limits in `server/tenancy/people/attempts.ts`, such as sign-ins and customers'
 * questions. All processes count together. Accounts and addresses are stored as hashes. The table keeps its original name, because renaming
 * it would break processes of the previous version during a deploy.
 */
export const attempts = pgTable(
  "sign_in_failures",
  {
    id: id().primaryKey(),
    accountHash: code().notNull(),
    addressHash: code().notNull(),
    madeAt: moment("failed_at").notNull(),
  },
  (table) => [
    index("sign_in_failures_by_account").on(table.accountHash, table.addressHash, table.madeAt),
    index("sign_in_failures_by_time").on(table.madeAt),
  ],
);

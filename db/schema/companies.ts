import { sql } from "drizzle-orm";
import { check, doublePrecision, foreignKey, index, pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, id, isAnId, partnerId } from "./columns";
import { partners } from "./partners";

export const locale = pgEnum("locale", ["de", "en", "fr", "it", "nl"]);
export const companyCountry = pgEnum("company_country", ["AT", "BE", "CH", "DE", "GB", "IE", "NL"]);
export const currency = pgEnum("currency", ["EUR", "GBP", "CHF"]);

/** Organisation whose money is collected: an association, a club. */
export const companies = pgTable(
  "companies",
  {
    partnerId: partnerId(),
    id: id(),
    name: text().notNull(),
    brand: text().notNull(),
    email: text().notNull(),
    locale: locale().notNull(),
    countryCode: companyCountry().notNull(),
    currency: currency().notNull(),
    address1: text(),
    address2: text(),
    houseNumber: text(),
    zipcode: text(),
    city: text(),
    vatPercentage: doublePrecision(),
    partnershipPageUrl: text(),
    /** Belgian enterprise number, as `0123.456.749`. Belgian law demands it in the reminder before a late-payment fee. */
    enterpriseNumber: text(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({ columns: [table.partnerId], foreignColumns: [partners.id] }),
    index("companies_by_age").on(table.partnerId, table.createdAt, table.id),
    isAnId("companies_id_shape", table.id),
    check("companies_enterprise_number_shape", sql`${table.enterpriseNumber} ~ '^[01][0-9]{3}[.][0-9]{3}[.][0-9]{3}$'`),
  ],
);

export type Company = typeof companies.$inferSelect;

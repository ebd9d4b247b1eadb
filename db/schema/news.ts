import { foreignKey, index, pgEnum, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { newsKinds, newsPaces } from "@/server/domain/rules/news";
import { code, createdAt, partnerId, recordedOrder } from "./columns";
import { invoices } from "./invoices";

export const newsKind = pgEnum("news_kind", newsKinds);
export const newsPace = pgEnum("news_pace", newsPaces);

/** News that is still to be mailed to people, written by triggers within the transaction of the event. Times are real time. */
export const news = pgTable(
  "news",
  {
    partnerId: partnerId(),
    recordedOrder: recordedOrder(),
    companyId: code().notNull(),
    invoiceId: code().notNull(),
    kind: newsKind().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.recordedOrder] }),
    foreignKey({ columns: [table.partnerId, table.invoiceId], foreignColumns: [invoices.partnerId, invoices.id] }).onDelete("cascade"),
    index("news_by_time").on(table.partnerId, table.createdAt),
    index("news_by_invoice").on(table.partnerId, table.invoiceId),
  ],
);

import { createTranslator } from "next-intl";
import { loadMessages } from "@/components/translations/load";
import { db } from "@/db/client";
import { describeForCustomer } from "@/server/customer-page/describe-for-customer";
import { customerPage } from "@/server/customer-page/document/customer-page";
import { readingOf } from "@/server/customer-page/document/reading";
import type { GivenCustomer } from "./given-customer";

/** Returns the contents and the texts of a customer's page. */
export async function readingFor({ actor }: Pick<GivenCustomer, "actor">) {
  const described = await describeForCustomer(db, actor);
  const { locale } = described.invoice;
  const say = createTranslator({ locale, messages: await loadMessages(locale), namespace: "customer" });
  return { described, reading: readingOf(described.invoice, say, "Europe/Amsterdam") };
}

/** Returns the customer's page as markup. */
export async function customerPageOf(customer: Pick<GivenCustomer, "actor" | "secret">): Promise<string> {
  const { described, reading } = await readingFor(customer);
  return customerPage({ ...described, reading, style: "", path: `/i/${customer.secret}` }).toString();
}

import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { BankPayment } from "@/components/demo/simulated-bank/bank-payment";
import { LanguageLinks } from "@/components/sign-in/language-links";
import { db } from "@/db/client";
import { decisionsAbout, findBankPayment } from "@/server/billing/payment-providers/simulated-bank/decide";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("simulatedBank"))("title"), robots: { index: false, follow: false }, referrer: "no-referrer" };
}

/**
 * The simulated bank's page about one payment. Anybody who has the address can open it. If the simulated bank is switched off
 * (`isSimulatedBankOpen`), only payments of sandboxes have this page.
 */
export default async function SimulatedBankPage({ params }: PageProps<"/simulated-bank/[paymentId]">) {
  const { paymentId } = await params;
  const payment = await findBankPayment(db, paymentId);
  if (!payment) notFound();
  const { id, state, method, amountCents, currency, description, returnUrl } = payment;
  return (
    <main lang={await getLocale()} className="m-auto grid w-full max-w-108 grid-cols-[minmax(0,1fr)] gap-4 p-6">
      <BankPayment payment={{ id, state, method, amountCents, currency, description, returnUrl }} decisions={decisionsAbout(payment)} />
      <LanguageLinks address={`/simulated-bank/${id}`} />
    </main>
  );
}

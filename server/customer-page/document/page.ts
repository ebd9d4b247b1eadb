import type { CustomerInvoice } from "@/server/customer-page/describe-for-customer";
import type { Reading } from "./reading";

const acts = ["asked", "objected", "corrected", "toConfirm"] as const;

type Done = (typeof acts)[number];

/** What the page's address says that was just done; undefined where it says nothing that is known. */
export function doneIn(address: string): Done | undefined {
  const said = new URL(address).searchParams.get("done");
  return acts.find((act) => act === said);
}

export interface CustomerPage extends CustomerInvoice {
  reading: Reading;
  style: string;
  /** The path of the page, without an end. */
  path: string;
  /** What the customer has just done. */
  done?: Done;
  /** The words of a refusal that belongs to no field. */
  refusal?: string;
  question?: RefusedQuestion;
  donation?: RefusedDonation;
}

/** What was typed, and why it was not taken. */
interface RefusedQuestion {
  message: string;
  objects: boolean;
  problem: string;
}

/** What was typed as a donation, and why it was not taken. */
interface RefusedDonation {
  amount: string;
  problem: string;
}

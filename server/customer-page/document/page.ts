import type { CustomerInvoice } from "@/server/customer-page/describe-for-customer";
import type { Reading } from "./reading";

const acts = ["asked", "objected", "corrected", "toConfirm", "transferred"] as const;

type Done = (typeof acts)[number];

/** What the page's address says that was just done; undefined where it says nothing that is known. */
export function doneIn(address: string): Done | undefined {
  const said = new URL(address).searchParams.get("done");
  return acts.find((act) => act === said);
}

/** What customers most often have to say, which the page can begin for them. */
export const openings = ["paid", "time"] as const;

export type Opening = (typeof openings)[number];

/** What the page's address says that is to be begun. */
export function openingIn(address: string): Opening | undefined {
  const asked = new URL(address).searchParams.get("about");
  return openings.find((opening) => opening === asked);
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
  /** What the question is begun with. */
  opening?: Opening;
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

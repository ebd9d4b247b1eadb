import type { CustomerInvoice } from "@/server/customer-page/describe-for-customer";
import type { Reading } from "./reading";

/** Acts of the customer that the page confirms. */
const acts = [
  "asked",
  "objected",
  "corrected",
  "toConfirm",
  "transferred",
  "mandateGiven",
  "mandateWithdrawn",
  "instalmentsAgreed",
  "dayPromised",
] as const;

type Done = (typeof acts)[number];

/** Reads from the page's address what the customer has just done; undefined if it names nothing. */
export function doneIn(address: string): Done | undefined {
  const named = new URL(address).searchParams.get("done");
  return acts.find((act) => act === named);
}

/** Openings of frequent questions, with which the page fills the form. */
export const openings = ["paid", "time"] as const;

export type Opening = (typeof openings)[number];

/** Reads the opening to fill in from the page's address. */
export function openingIn(address: string): Opening | undefined {
  const asked = new URL(address).searchParams.get("about");
  return openings.find((opening) => opening === asked);
}

export interface CustomerPage extends CustomerInvoice {
  reading: Reading;
  style: string;
  /** Path of the page, without a suffix. */
  path: string;
  /** The act that the customer has just done. */
  done?: Done;
  /** Text of a refusal that concerns no single field. */
  refusal?: string;
  question?: RefusedQuestion;
  /** Opening with which the question field is filled. */
  opening?: Opening;
  donation?: RefusedDonation;
  promise?: RefusedPromise;
}

/** A question as typed, and why it was refused. */
interface RefusedQuestion {
  message: string;
  objects: boolean;
  problem: string;
}

/** A day as sent that cannot be promised. */
interface RefusedPromise {
  day: string;
}

/** A donation as typed, and why it was refused. */
interface RefusedDonation {
  amount: string;
  problem: string;
}

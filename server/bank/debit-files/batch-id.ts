import { LONGEST_PAIN_ID } from "@/server/domain/banking/pain-elements";

/** Debits that are presented together: a file has one batch for each day, scheme and sequence type. */
export interface DebitBatch {
  /** Day on which the money is collected; a day of TARGET. */
  collectOn: string;
  scheme: "CORE" | "B2B";
  sequenceType: "FRST" | "RCUR" | "OOFF" | "FNAL";
}

/**
 * Returns the id of a batch, in 35 characters: the end of the file's message id, the day, the scheme and the sequence type, such as
 * `…3f9a-20261214-CRCUR`. Banks report about a batch by this id, and name it if they book one sum. In a file, ids sort by day.
 */
export function batchIdOf(messageId: string, { collectOn, scheme, sequenceType }: DebitBatch): string {
  const ending = `-${collectOn.replaceAll("-", "")}-${scheme === "CORE" ? "C" : "B"}${sequenceType}`;
  return messageId.slice(-(LONGEST_PAIN_ID - ending.length)) + ending;
}

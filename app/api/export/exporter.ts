import { answerPartnerPerson } from "../answer-partner-person";
import { refuseExport } from "./csv-answer";

/** Handles every export, at most ten a minute per person. */
export function answerExport(request: Request, work: Parameters<typeof answerPartnerPerson>[2]): Promise<Response> {
  return answerPartnerPerson(request, { name: "exports", most: 10, refuse: refuseExport }, work);
}

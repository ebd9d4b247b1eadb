import { guardFileTransfer } from "../guard-file-transfer";
import { refuseExport } from "./csv-answer";

/** Handles every export, at most ten a minute per person. */
export function answerExport(request: Request, work: Parameters<typeof guardFileTransfer>[2]): Promise<Response> {
  return guardFileTransfer(request, { name: "exports", most: 10, refuse: refuseExport }, work);
}

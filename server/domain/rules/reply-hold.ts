import { SECOND_MS } from "@/server/domain/formats/time";

/** Time for which a reply is held before it is sent, in ms. Its author can take it back until then. */
export const UNDO_REPLY_MS = 10 * SECOND_MS;

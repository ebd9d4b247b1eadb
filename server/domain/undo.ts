import { SECOND_MS } from "./time";

/** How long a reply is held before it is sent, in ms. Until then its author can take it back. */
export const UNDO_REPLY_MS = 10 * SECOND_MS;

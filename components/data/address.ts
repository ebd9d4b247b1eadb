import { createParser } from "nuqs/server";
import { isId } from "@/server/domain/formats/id";

// URL parameters that several lists share.

/** Id of a record. */
export const parseAsId = createParser({ parse: (text) => (isId(text) ? text : null), serialize: String });

/** Page number, from 1. */
export const parseAsPage = createParser({
  parse: (text) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null),
  serialize: String,
});

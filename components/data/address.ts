import { createParser } from "nuqs/server";
import { isId } from "@/server/domain/id";

// What stands in the address of more than one list.

export const parseAsId = createParser({ parse: (text) => (isId(text) ? text : null), serialize: String });

/** From 1. */
export const parseAsPage = createParser({
  parse: (text) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null),
  serialize: String,
});

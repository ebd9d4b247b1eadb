import type { Ticket } from "@/db/schema/tickets";
import type { User } from "@/db/schema/users";
import type { Actor } from "@/server/actor";

/** Author of a message or an act. */
export type Author =
  | { kind: "customer" | "system" }
  /** The company's own system, through the API. */
  | { kind: "company" }
  | { kind: "key"; name: string | null }
  | { kind: "person"; name: string }
  /** `name` is null for partners, to whom support is one team. */
  | { kind: "support"; name: string | null };

/** Audience to which authors are shown. */
export type Reader = "partner" | "support";

/** Returns the author's id. Acts that need an author are only possible in the portal, where all actors are people. */
export function authorIdOf(actor: Actor): string {
  if (actor.kind !== "person" || actor.id === null) throw new Error(`A ${actor.kind} is no author`);
  return actor.id;
}

/** Null: the author is unknown. */
export interface NamedPerson {
  personName: string | null;
  personRole: User["role"] | null;
}

/** Returns a person as an author, as far as the reader may know them. */
export function personAsAuthor({ personName, personRole }: NamedPerson, reader: Reader): Author {
  if (personRole === "support") return supportAsAuthor(personName, reader);
  return personName === null ? { kind: "system" } : { kind: "person", name: personName };
}

export function authorOfTicket({ sender, personName }: Pick<Ticket, "sender"> & Pick<NamedPerson, "personName">, reader: Reader): Author {
  if (sender === "customer") return { kind: "customer" };
  if (sender === "support") return supportAsAuthor(personName, reader);
  return personName === null ? { kind: "company" } : { kind: "person", name: personName };
}

function supportAsAuthor(name: string | null, reader: Reader): Author {
  return { kind: "support", name: reader === "support" ? name : null };
}

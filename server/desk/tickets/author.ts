import type { Ticket } from "@/db/schema/tickets";
import type { User } from "@/db/schema/users";
import type { Actor } from "@/server/actor";

/** Whose words or act it was. */
export type Author =
  | { kind: "customer" | "system" }
  /** The company's own system, over the interface. */
  | { kind: "company" }
  | { kind: "key"; name: string | null }
  | { kind: "person"; name: string }
  /** Partners know support as a team: the name is null for them. */
  | { kind: "support"; name: string | null };

/** For whom a conversation is put into words. */
export type Reader = "partner" | "support";

/** Whose words they are. What needs an author reaches us from the portal alone, where only people are. */
export function authorOf(actor: Actor): string {
  if (actor.kind !== "person" || actor.id === null) throw new Error(`A ${actor.kind} is no author`);
  return actor.id;
}

/** Without a name, the author is unknown. */
export interface NamedPerson {
  personName: string | null;
  personRole: User["role"] | null;
}

/** A person as the reader may know them. */
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

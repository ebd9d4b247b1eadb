import { DomainError } from "@/server/errors";

export interface Reach {
  /** Development: also allows this machine, any port, and no TLS. */
  allowLoopback: boolean;
}

const LENGTH_LIMIT = 2_000;
const PORTS = ["", "443", "8443"];

/**
 * Parses an endpoint's address, with its host in the canonical form: 0x7f.1 becomes 127.0.0.1. Throws `invalid_url` if it cannot be an
 * endpoint's address.
 */
export function readEndpointUrl(text: string, { allowLoopback }: Reach): URL {
  // The parser silently drops white space and control characters, but the original text is stored.
  if (text.length > LENGTH_LIMIT || /[\s\p{Cc}#]/u.test(text) || !URL.canParse(text)) throw new DomainError("invalid_url");
  const url = new URL(text);
  if (url.username || url.password) throw new DomainError("invalid_url");
  const mayBeCalled = allowLoopback ? /^https?:$/.test(url.protocol) : url.protocol === "https:" && PORTS.includes(url.port);
  if (!mayBeCalled) throw new DomainError("invalid_url");
  return url;
}

import { DomainError } from "@/server/errors";

export interface Reach {
  /** Development: this machine may be reached too, any port, and without TLS. */
  allowLoopback: boolean;
}

const LENGTH_LIMIT = 2_000;
const PORTS = ["", "443", "8443"];

/**
 * The address in parts, its host as every part of the service will read it: 0x7f.1 is 127.0.0.1 here already. Throws `invalid_url` where it
 * could never be one to post to.
 */
export function readEndpointUrl(text: string, { allowLoopback }: Reach): URL {
  // The parser drops white space and control characters silently, but what is kept is the text.
  if (text.length > LENGTH_LIMIT || /[\s\p{Cc}#]/u.test(text) || !URL.canParse(text)) throw new DomainError("invalid_url");
  const url = new URL(text);
  if (url.username || url.password) throw new DomainError("invalid_url");
  const mayBeCalled = allowLoopback ? /^https?:$/.test(url.protocol) : url.protocol === "https:" && PORTS.includes(url.port);
  if (!mayBeCalled) throw new DomainError("invalid_url");
  return url;
}

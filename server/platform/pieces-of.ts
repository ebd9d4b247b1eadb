import { DomainError } from "@/server/errors";

/** The body, piece by piece, as it arrives. Throws `invalid_request` where the client hangs up half-way, who then sees no answer. */
export async function* piecesOf({ body }: Pick<Request, "body">): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  const read = () =>
    reader?.read().catch(() => {
      throw new DomainError("invalid_request");
    });
  for (let next = await read(); next?.value; next = await read()) yield next.value;
}

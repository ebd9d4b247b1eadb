/** Reads the body into memory. Undefined if it exceeds the limit; then reading stops. */
export async function readWithin(request: Request, limitBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    length += next.value.length;
    if (length > limitBytes) return undefined;
    chunks.push(next.value);
  }
  return Buffer.concat(chunks);
}

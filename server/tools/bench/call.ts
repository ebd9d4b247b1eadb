export interface Service {
  baseUrl: string;
  key: string;
}

/** Calls the interface once. Throws for everything that is not a success. */
export async function call({ baseUrl, key }: Service, method: string, path: string, body?: unknown, idempotencyKey?: string) {
  const answer = await fetch(`${baseUrl}/api/v2${path}`, {
    method,
    headers: {
      Authorization: `ApiKey ${key}`,
      "Content-Type": "application/json",
      ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} was answered by ${answer.status}: ${text.slice(0, 200)}`);
  return JSON.parse(text);
}

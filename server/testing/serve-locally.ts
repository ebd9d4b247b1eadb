import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A server on this machine, on a port of its own, that plays a part outside the service. */
export interface LocalServer {
  url: string;
  close(): void;
}

export async function serveLocally(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<LocalServer> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Returns the ids of the invoices in a notification. */
export async function readInvoiceIds(request: IncomingMessage): Promise<string[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString("utf8")).invoice_ids;
}

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";

interface ReceivedDelivery {
  id: string;
  headers: IncomingHttpHeaders;
  body: string;
  invoiceIds: string[];
  importIds: string[];
  /** Undefined if the body has no such field. */
  mandateIds: string[] | undefined;
}

interface ReceiverAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

type Answering = (delivery: ReceivedDelivery) => ReceiverAnswer | Promise<ReceiverAnswer>;

export interface Receiver {
  url: string;
  /** All requests in order, also those that were not confirmed. */
  received: ReceivedDelivery[];
  /** Largest number of simultaneous requests. */
  mostAtOnce: number;
  /** Makes the answer to each later request; by default 204. */
  answer: Answering;
}

/** Starts a partner's receiver of notifications: a real server on this machine, for the duration of the test. */
export async function givenReceiver(answer: Answering = () => ({})): Promise<Receiver> {
  const receiver: Receiver = { url: "", received: [], mostAtOnce: 0, answer };
  let here = 0;
  const server = createServer(async (request, response) => {
    here += 1;
    receiver.mostAtOnce = Math.max(receiver.mostAtOnce, here);
    const delivery = await read(request);
    receiver.received.push(delivery);
    give(response, await receiver.answer(delivery));
    here -= 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  receiver.url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/hooks`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}

async function read(request: IncomingMessage): Promise<ReceivedDelivery> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString("utf8");
  const { invoice_ids: invoiceIds, import_ids: importIds, mandate_ids: mandateIds } = JSON.parse(body);
  return { id: String(request.headers["webhook-id"]), headers: request.headers, body, invoiceIds, importIds, mandateIds };
}

function give(response: ServerResponse, { status = 204, headers = {}, body = "" }: ReceiverAnswer): void {
  response.writeHead(status, headers);
  response.end(body);
}

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Page } from "@playwright/test";
import { expect, expectUsable, test as journeys } from "./test";

interface Receiver {
  url: string;
  /** The answer to all further requests. */
  answer: { status: number; body: string };
  /** All requests, in order. */
  received: { webhookId: string; invoiceIds: string[] }[];
  /** Called before each answer. */
  take(invoiceIds: string[]): Promise<void>;
}

/** Adds a partner's system on this machine, for the duration of the journey. */
export const test = journeys.extend<{ receiver: Receiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  receiver: async ({}, use) => {
    const receiver: Receiver = { url: "", answer: { status: 204, body: "" }, received: [], take: async () => {} };
    const server = createServer(async (request, response) => {
      const delivery = await read(request);
      receiver.received.push(delivery);
      await receiver.take(delivery.invoiceIds);
      response.writeHead(receiver.answer.status).end(receiver.answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
    await use(receiver);
    server.closeAllConnections();
    server.close();
  },
});

async function read(request: IncomingMessage): Promise<Receiver["received"][number]> {
  const { invoice_ids: invoiceIds } = JSON.parse(await text(request));
  return { webhookId: String(request.headers["webhook-id"]), invoiceIds };
}

/** Adds an endpoint on the page of endpoints, as an administrator would. */
export async function addEndpoint(page: Page, url: string): Promise<void> {
  await page.getByRole("button", { name: "Add endpoint…" }).click();
  const add = page.getByRole("dialog", { name: "Add an endpoint" });
  await add.getByLabel("Address").fill(url);
  await add.getByRole("button", { name: "Add endpoint" }).click();
  await storeSecret(page);
}

export async function storeSecret(page: Page): Promise<void> {
  const shown = page.getByRole("dialog", { name: "The endpoint’s secret" });
  await expect(shown).toContainText("We can’t show it again");
  expect(await shown.getByRole("textbox", { name: "Secret" }).inputValue()).toMatch(/^whsec_[A-Za-z0-9+/=]{44}$/);
  await expectUsable(shown);
  // Only the dialog's own button closes it.
  await page.keyboard.press("Escape");
  await expect(shown).toBeVisible();
  await shown.getByRole("button", { name: "Done, I’ve saved it" }).click();
  await expect(shown).toBeHidden();
}

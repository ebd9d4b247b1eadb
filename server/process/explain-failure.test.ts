import { lookup } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { explainStartFailure } from "./explain-failure";

/** Returns the error of a server that listens there. */
const failureToListen = (where: { host: string; port: number } | { path: string }) =>
  new Promise<unknown>((resolve) => {
    createServer().on("error", resolve).listen(where);
  });

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test("a port that is taken, and an address that this machine does not have, are named with the variable to change", async () => {
  const holder = createServer();
  const port = await new Promise<number>((resolve) => {
    holder.listen(0, "127.0.0.1", () => {
      const address = holder.address();
      resolve(typeof address === "object" ? (address?.port ?? 0) : 0);
    });
  });
  const taken = `Port ${port} on 127.0.0.1 is taken: stop what uses it, or set PORT to another`;
  expect(explainStartFailure(await failureToListen({ host: "127.0.0.1", port }))).toBe(taken);
  holder.close();
  const foreign = await failureToListen({ host: "192.0.2.1", port: 3_000 });
  expect(explainStartFailure(foreign)).toBe("HOST: 192.0.2.1 is no address of this machine");
  const unknown = await failureToListen({ host: "nowhere.invalid", port: 3_000 });
  expect(explainStartFailure(unknown, "nowhere.invalid")).toBe("HOST: nowhere.invalid is no address of this machine");
  // As a process of the cluster reports it.
  const forbidden = Object.assign(new Error("bind EACCES 127.0.0.1:80"), {
    code: "EACCES",
    syscall: "bind",
    address: "127.0.0.1",
    port: 80,
  });
  expect(explainStartFailure(forbidden)).toBe("This user may not use port 80: set PORT to one above 1023");
});

test("a file that cannot be read, a host that is not known and a connection that fails are not taken for HOST and PORT", async () => {
  // Tests may run as root, who may read everything, so the error is made.
  const path = "/etc/ics/statement.xml";
  const message = `EACCES: permission denied, open '${path}'`;
  expect(explainStartFailure(Object.assign(new Error(message), { code: "EACCES", syscall: "open", path }))).toBe(message);
  const missing = await failureOf(readFile("/nowhere/statement.xml"));
  expect(explainStartFailure(missing)).toBe("ENOENT: no such file or directory, open '/nowhere/statement.xml'");
  const unknown = await failureOf(lookup("mail.invalid"));
  expect(explainStartFailure(unknown, "127.0.0.1")).toMatch(/^getaddrinfo E\w+ mail.invalid$/);
  const refused = await failureOf(new Promise((_, reject) => connect(1, "127.0.0.1").on("error", reject)));
  expect(explainStartFailure(refused)).toBe("connect ECONNREFUSED 127.0.0.1:1");
  const socket = await failureToListen({ path: "/nowhere/ics.sock" });
  expect(explainStartFailure(socket)).toMatch(/^listen E\w+: .+ \/nowhere\/ics\.sock$/);
});

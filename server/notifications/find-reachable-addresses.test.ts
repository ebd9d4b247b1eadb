import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { afterEach, expect, test } from "vitest";
import { resolveByDns } from "./find-reachable-addresses";

const TYPE_A = 1;
const TYPE_AAAA = 28;
const servers: { close(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/**
 * A name server that answers every question of one of these types with the address. To other questions it answers that there is no record,
 * or not at all.
 */
async function givenNameServer(addresses: Map<number, Buffer>, { silentOtherwise = false } = {}) {
  const socket = createSocket("udp4");
  servers.push(socket);
  socket.on("message", (query, from) => {
    // The header has 12 bytes. The name follows and ends with an empty label, then its type and class.
    const nameEnd = query.indexOf(0, 12) + 1;
    const address = addresses.get(query.readUInt16BE(nameEnd));
    if (!address && silentOtherwise) return;
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(address ? 1 : 0, 6);
    header.writeUInt32BE(0, 8);
    const type = query.subarray(nameEnd, nameEnd + 4);
    const answer = address ? [Buffer.from([0xc0, 12]), type, Buffer.from([0, 0, 0, 60, 0, address.length]), address] : [];
    socket.send(Buffer.concat([header, query.subarray(12, nameEnd + 4), ...answer]), from.port, from.address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, "127.0.0.1", resolve);
  });
  const resolver = new Resolver({ timeout: 100, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return resolver;
}

const v4 = Buffer.from([93, 184, 216, 34]);
const v6 = Buffer.from("26064700470000000000000000001111", "hex");

test("a name server is asked for IPv4 and IPv6 addresses, and all of them are checked", async () => {
  const resolver = await givenNameServer(
    new Map([
      [TYPE_A, v4],
      [TYPE_AAAA, v6],
    ]),
  );
  expect(await resolveByDns("receiver.example", resolver)).toEqual([
    { address: "93.184.216.34", family: 4 },
    { address: "2606:4700:4700::1111", family: 6 },
  ]);
});

test("one kind is enough, if the other does not exist or is not answered", async () => {
  for (const silentOtherwise of [false, true]) {
    const resolver = await givenNameServer(new Map([[TYPE_A, v4]]), { silentOtherwise });
    expect(await resolveByDns("receiver.example", resolver)).toEqual([{ address: "93.184.216.34", family: 4 }]);
  }
});

test("a name without addresses, or an invalid name, has none", async () => {
  const resolver = await givenNameServer(new Map());
  expect(await resolveByDns("receiver.example", resolver)).toEqual([]);
  expect(await resolveByDns("receiver..example", resolver)).toEqual([]);
});

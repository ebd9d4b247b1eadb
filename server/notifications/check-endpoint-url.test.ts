import { expect, test } from "vitest";
import { HOSTILE_ADDRESSES, HOSTILE_HOSTS, INVALID_ENDPOINT_URLS, PUBLIC_ADDRESS } from "@/server/testing/hostile-addresses";
import { checkEndpointUrl } from "./check-endpoint-url";

const production = { allowLoopback: false };
const development = { allowLoopback: true };

/** A resolver that returns these addresses for every name. */
const leadingTo =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

const publicly = leadingTo(PUBLIC_ADDRESS, "2606:4700:4700::1111");

test("an address on the public internet is accepted, on either TLS port", async () => {
  const urls = [
    "https://receiver.example",
    "https://receiver.example:443/",
    "https://receiver.example:8443/hooks?a=b",
    "https://8.8.8.8/",
    "https://bücher.example/ä",
  ];
  for (const url of urls) await expect(checkEndpointUrl(url, production, publicly), url).resolves.toBeUndefined();
});

test.each(INVALID_ENDPOINT_URLS)("%j cannot be an endpoint's address", async (url) => {
  await expect(checkEndpointUrl(url, production, publicly)).rejects.toThrow("invalid_url");
});

test.each(HOSTILE_HOSTS)("https://%s/ is refused as private", async (host) => {
  await expect(checkEndpointUrl(`https://${host}/`, production, publicly)).rejects.toThrow("url_not_public");
});

test.each(HOSTILE_ADDRESSES)("a name that resolves to %s is refused, even if it also has public addresses", async (address) => {
  for (const resolve of [leadingTo(address), leadingTo(PUBLIC_ADDRESS, address), leadingTo(address, PUBLIC_ADDRESS)]) {
    await expect(checkEndpointUrl("https://receiver.example/", production, resolve)).rejects.toThrow("url_not_public");
  }
});

test("a name without an address is refused", async () => {
  const failing = () => Promise.reject(new Error("queryA ENOTFOUND receiver.example"));
  for (const resolve of [leadingTo(), failing]) {
    await expect(checkEndpointUrl("https://receiver.example/", production, resolve)).rejects.toThrow("url_not_public");
  }
});

test("development may also call this machine, on any port and without TLS, but no other machine of the network", async () => {
  for (const url of ["http://127.0.0.1:4000/hooks", "http://[::1]:4000/", "http://localhost:4000/", "https://127.0.0.1:4443/"]) {
    await expect(checkEndpointUrl(url, development), url).resolves.toBeUndefined();
  }
  for (const host of ["0.0.0.0", "10.0.0.1", "169.254.169.254", "[fd00:ec2::254]"]) {
    await expect(checkEndpointUrl(`http://${host}:4000/`, development), host).rejects.toThrow("url_not_public");
  }
  for (const url of ["ftp://127.0.0.1/", "http://user@127.0.0.1/", "http://127.0.0.1/#x"]) {
    await expect(checkEndpointUrl(url, development), url).rejects.toThrow("invalid_url");
  }
});

import { createCipheriv, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { afterEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { customerLinks } from "@/db/schema/customer-links";
import { factors } from "@/db/schema/factors";
import { mails } from "@/db/schema/mails";
import { endpoints } from "@/db/schema/notifications";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { forgetEnv } from "@/server/env";
import { rotateEndpointSecret } from "@/server/notifications/rotate-endpoint-secret";
import { newId } from "@/server/platform/id";
import { composeMail } from "@/server/platform/mail/compose-mail";
import { BOUND, decryptSecret, encryptSecret } from "@/server/platform/secrets";
import { addAuthenticator } from "@/server/tenancy/factors/add-authenticator";
import { newAuthenticator } from "@/server/tenancy/factors/authenticator";
import { inviteMember } from "@/server/tenancy/people/invite-member";
import { givenInvoice, givenPartner } from "@/server/testing/given";
import { givenEndpoint } from "@/server/testing/given-endpoint";
import { givenMember } from "@/server/testing/given-person";
import { givenOwnDatabase } from "@/server/testing/own-database";
import { rotateSecrets } from "./rotate-secrets";

// Uses a separate database, because all secrets in it are encrypted again.
givenOwnDatabase("rotated");

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

function withKeys(...keys: string[]): void {
  vi.stubEnv("ENCRYPTION_KEY", keys.join(","));
  forgetEnv();
}

const older = `2027:${randomBytes(32).toString("hex")}`;
const newer = `2028:${randomBytes(32).toString("hex")}`;

/** Returns one secret of each kind, as stored now. */
async function stored() {
  const [link] = await db.select().from(customerLinks);
  const [endpoint] = await db.select().from(endpoints);
  const [factor] = await db.select().from(factors);
  const [mail] = await db.select().from(mails).where(eq(mails.recipient, "new@club.example"));
  if (!link?.secretKeyId || !link.secretData || !endpoint?.previousSecretKeyId || !endpoint.previousSecretData) throw new Error("lost");
  if (!factor?.secretKeyId || !factor.secretData || !mail?.valuesKeyId || !mail.values) throw new Error("lost");
  return [
    { row: `customer_links:${link.id}`, keyId: link.secretKeyId, data: link.secretData },
    { row: `endpoints:${endpoint.id}`, keyId: endpoint.secretKeyId, data: endpoint.secretData },
    { row: `endpoints:${endpoint.id}`, keyId: endpoint.previousSecretKeyId, data: endpoint.previousSecretData },
    { row: `factors:${factor.id}`, keyId: factor.secretKeyId, data: factor.secretData },
    { row: `mails:${mail.id}`, keyId: mail.valuesKeyId, data: mail.values },
  ] as const;
}

/** A mail that an earlier version queued, with its text. Returns its id. */
async function givenMailWithBody(): Promise<string> {
  const id = newId();
  const { keyId, data } = encryptSecret("Open https://portal.example/x", `mails:${id}`);
  const at = new Date();
  await db.insert(mails).values({
    id,
    recipient: "old@club.example",
    locale: "en",
    subject: "s",
    body: data,
    bodyKeyId: keyId,
    createdAt: at,
    nextAttemptAt: at,
  });
  return id;
}

const plain = async () => (await stored()).map(({ row, ...secret }) => decryptSecret(secret, row));

test("every stored secret is encrypted with the first key, keeps its text, and no longer needs the older key", async () => {
  withKeys(older);
  const partner = await givenPartner();
  const { actor, person } = await givenMember(partner, { role: "administrator" });
  const invoice = await givenInvoice(partner, { transmitted: true });
  const link = await customerLink(db, actor, invoice.id);
  const { id } = await givenEndpoint(partner);
  await rotateEndpointSecret(db, actor, id);
  const { secret } = newAuthenticator(person.email);
  await addAuthenticator(db, person, { name: "Phone", secret, code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() });
  await inviteMember(db, actor, { email: "new@club.example", role: "member", accessLevel: "read", companyIds: null });
  const earlier = await givenMailWithBody();
  const before = await plain();
  expect(new Set((await stored()).map(({ keyId }) => keyId))).toEqual(new Set(["2027"]));

  withKeys(newer, older);
  expect(await rotateSecrets(db)).toBe(6);
  expect(await rotateSecrets(db)).toBe(0);
  withKeys(newer);
  expect(await plain()).toEqual(before);
  expect(await customerLink(db, actor, invoice.id)).toBe(link);
  expect(only(await db.select().from(mails).where(eq(mails.id, earlier))).bodyKeyId).toBe("2028");
});

test("an old secret that is not bound to its row can be decrypted, and the rotation binds it", async () => {
  withKeys(newer);
  const [mail] = await db.select().from(mails).where(eq(mails.recipient, "new@club.example"));
  if (!mail) throw new Error("lost");
  const said = composeMail(mail);
  const values = decryptSecret({ keyId: mail.valuesKeyId ?? "", data: mail.values ?? "" }, `mails:${mail.id}`);
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(newer.slice("2028:".length), "hex"), nonce);
  const text = Buffer.concat([cipher.update(values, "utf8"), cipher.final()]);
  const unbound = { ...mail, values: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64") };
  await db.update(mails).set({ values: unbound.values }).where(eq(mails.id, mail.id));
  expect(composeMail(unbound)).toEqual(said);

  expect(await rotateSecrets(db)).toBe(1);
  const [now] = await db.select().from(mails).where(eq(mails.id, mail.id));
  expect(now?.values?.startsWith(BOUND)).toBe(true);
  expect(now && composeMail(now)).toEqual(said);
});

import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { Command, Option } from "commander";
import { z } from "zod";
import { type Connection, connect, type Database } from "@/db/client";
import { migrate, migrationsAreCurrent } from "@/db/migrate";
import { companyCountry, currency, locale } from "@/db/schema/companies";
import { userRole } from "@/db/schema/users";
import { type Actor, systemActor } from "./actor";
import { addSeasonCommands } from "./background/season-commands";
import { addBackupCommands } from "./backup/backup-commands";
import { checkStatement } from "./bank/statements/check-statement";
import { receiveFile } from "./bank/statements/receive-file";
import { storeStatementFile } from "./bank/statements/store-statement-file";
import { eraseCustomer } from "./billing/customers/erase-customer";
import { exportCustomer } from "./billing/customers/export-customer";
import { listExposures } from "./billing/households/list-exposures";
import { withdrawDemo } from "./demo/demo";
import { loadDemo } from "./demo/seed";
import { keyScopes } from "./domain/rules/key-scopes";
import { forgetEnv, givenEnvironment, isForThisMachine } from "./env";
import { DomainError } from "./errors";
import { createEndpoint } from "./notifications/create-endpoint";
import { allowLoopbackReceivers } from "./notifications/loopback";
import { adoptRestoredDatabase } from "./process/adopt-restored-database";
import { openCommandDatabase } from "./process/database";
import { explainStartFailure } from "./process/explain-failure";
import { giveKeptSecrets } from "./process/kept-secrets";
import { rotateSecrets } from "./process/rotate-secrets";
import { createApiKey } from "./tenancy/api-keys/create-api-key";
import { limitsOf, newKeyLimits } from "./tenancy/api-keys/key-limits";
import { revokeApiKey } from "./tenancy/api-keys/revoke-api-key";
import { addBankAccount } from "./tenancy/bank-accounts/add-bank-account";
import { bankAccountFields } from "./tenancy/bank-accounts/bank-account-fields";
import { type NewCompany, withoutDetails } from "./tenancy/companies/company";
import { createCompany } from "./tenancy/companies/create-company";
import { resetUserFactors } from "./tenancy/factors/reset-factors";
import { createPartner } from "./tenancy/partners/create-partner";
import { findPartner } from "./tenancy/partners/find-partner";
import { closeDebits, openDebits } from "./tenancy/partners/open-debits";
import { resumePartner, suspendPartner } from "./tenancy/partners/suspend-partner";
import { createUser } from "./tenancy/people/create-user";
import { disableUser, enableUser, endUserSessions, setSupportLead } from "./tenancy/people/user-access";

// The operator's commands. Standard output is for programs: one JSON object on one line, and nothing else.
process.env.LOG_LEVEL = "silent";

type Work = (db: Connection["db"]) => Promise<object>;

try {
  await makeProgram().parseAsync();
} catch (error) {
  console.error(explainStartFailure(error));
  process.exit(1);
}

function makeProgram(): Command {
  const program = new Command("npm run manage --").description("Looks after the service's partners, keys, companies and database.");

  program
    .command("partner:create")
    .description("create a partner")
    .requiredOption("--name <name>", "the partner's name")
    .option(
      "--sandbox",
      "for trying the service out: customers and money are invented, no mail is sent, the clock can be moved; cannot be changed later",
      false,
    )
    .action(({ name, sandbox }) =>
      run(async (db) => ({ partner_id: (await createPartner(db, { name, isSandbox: sandbox })).id, sandbox })),
    );

  program
    .command("api-key:create")
    .description("create an API key for a partner's systems; it is shown only now")
    .requiredOption("--partner <id>", "the partner's id")
    .option("--name <name>", "what the key is for", "API key")
    .addOption(new Option("--scopes <scopes...>", "what the key may be used for; default: everything").choices(keyScopes))
    .option("--addresses <addresses...>", "addresses and ranges from which the key is accepted; default: all")
    .option("--days <days>", "number of days for which the key is valid; default: until it is revoked", Number)
    .action(({ partner, name, scopes = [...keyScopes], addresses = [], days = null }) =>
      run(async (db) => {
        const limits = newKeyLimits.safeParse({ scopes, addresses, days });
        if (!limits.success) throw new Error(limits.error.issues[0]?.message);
        const { id, key } = await createApiKey(db, partner, { name, ...limitsOf(limits.data) });
        return { api_key_id: id, api_key: key };
      }),
    );

  program
    .command("api-key:revoke")
    .description("revoke an API key; takes effect within five seconds")
    .argument("<id>", "the id of the key, not the key itself")
    .action((id) =>
      run(async (db) => {
        await revokeApiKey(db, id);
        return { api_key_id: id, revoked: true };
      }),
    );

  addStatementCommands(program);
  addSeasonCommands(program, { run, actorFor, say });
  addCompanyCommand(program);
  addBankAccountCommand(program);
  addUserCommand(program);
  addEndpointCommand(program);

  program
    .command("demo:load")
    .description("load the demo: two sandboxes, their companies, and a season of invoices")
    .action(() =>
      run(async (db) => {
        await loadDemo(db, say);
        return { loaded: true };
      }),
    );

  for (const [name, description, work] of [
    ["partner:suspend", "refuse a partner's keys and people from now on; its customers can still pay", suspendPartner],
    ["partner:resume", "let a suspended partner's keys and people in again", resumePartner],
    ["partner:open-debits", "let a partner's companies collect by direct debit; sandboxes always may", openDebits],
    ["partner:close-debits", "refuse to switch direct debits on; what collects by them already goes on", closeDebits],
  ] as const) {
    program
      .command(name)
      .description(description)
      .requiredOption("--partner <id>", "the partner's id")
      .action(({ partner }) =>
        run(async (db) => {
          await work(db, partner);
          return { partner_id: partner };
        }),
      );
  }

  for (const [name, description, work] of [
    ["user:disable", "sign a person out everywhere, and refuse their sign-ins from now on", disableUser],
    ["user:enable", "let a disabled person sign in again, with the password they had", enableUser],
    [
      "user:reset-factors",
      "remove the second factors of a person who has lost them; they set up new ones when they sign in",
      resetUserFactors,
    ],
    [
      "user:lead",
      "make a supporter a lead, who invites, disables and enables the others",
      (db: Database, email: string) => setSupportLead(db, email, true),
    ],
    [
      "user:unlead",
      "make a lead of the support team an ordinary supporter again",
      (db: Database, email: string) => setSupportLead(db, email, false),
    ],
    ["user:end-sessions", "sign a person out everywhere, and void their mailed links", endUserSessions],
  ] as const) {
    program
      .command(name)
      .description(description)
      .requiredOption("--email <address>", "the address with which they sign in")
      .action(({ email }) => run(async (db) => ({ user_id: (await work(db, email)).id })));
  }

  program
    .command("demo:withdraw")
    .description("revoke the demo's API key and disable its people, because the welcome text shows the key and their passwords")
    .action(() =>
      run(async (db) => {
        await withdrawDemo(db);
        return { withdrawn: true };
      }),
    );

  program
    .command("household:exposures")
    .description(
      "list whose name, amount and link customers of another address could see before the upgrade that ended it, since when, and what is known of it",
    )
    .action(() => run(async (db) => ({ households: (await listExposures(db)).map(inSnakeCase) })));

  for (const [name, description, work] of [
    ["customer:export", "print all that is kept about a partner's customer", exportCustomer],
    ["customer:erase", "erase a customer from all the partner's invoices, which must be settled; amounts stay", eraseCustomer],
  ] as const) {
    program
      .command(name)
      .description(description)
      .requiredOption("--partner <id>", "the partner's id")
      .requiredOption("--email <address>", "the customer's address, as on the invoices")
      .action(({ partner: partnerId, email }) =>
        run(async (db) => {
          const actor = await actorFor(db, partnerId);
          return work(db, actor, { email });
        }),
      );
  }

  program
    .command("secrets:rotate")
    .description("encrypt stored secrets again with the first key of ENCRYPTION_KEY; afterwards the other keys can be removed")
    .action(() => run(async (db) => ({ rotated: await rotateSecrets(db) })));

  program
    .command("db:migrate")
    .description("migrate the database to this version")
    .action(() => run(async () => ({ migrated: true }), { migrating: true }));

  addBackupCommands(program);
  return program;
}

function addStatementCommands(program: Command): void {
  program
    .command("bank-statement:check")
    .description(
      "read a bank's statement file (camt.052, camt.053, camt.054, MT940, or a zip of several) and print its contents, or the line that is wrong; nothing is stored",
    )
    .argument("<file>", "the file as the bank gave it")
    .action(async (file: string) => {
      const statements = (await checkStatement(createReadStream(file))).map(inSnakeCase);
      process.stdout.write(`${JSON.stringify({ statements })}\n`);
    });

  program
    .command("bank-statement:add")
    .description("store a bank's statement file; entries that an earlier file contained count once")
    .requiredOption("--partner <id>", "the partner's id")
    .option("--account <iban>", "the account that the file is about, if a CSV file does not name it", "")
    .argument("<file>", "the file as the bank gave it")
    .action((path: string, { partner, account }: { partner: string; account: string }) =>
      run(async (db) => {
        const actor = await actorFor(db, partner);
        const {
          statements,
          question: _,
          ...stored
        } = await receiveFile(createReadStream(path), (file) => storeStatementFile(db, actor, { name: basename(path), account }, file));
        return { ...inSnakeCase(stored), statements: statements.map(inSnakeCase) };
      }),
    );
}

function addCompanyCommand(program: Command): void {
  const { BRAND_CODES } = givenEnvironment();
  program
    .command("company:create")
    .description("add a company whose invoices a partner sends")
    .requiredOption("--partner <id>", "the partner's id")
    .requiredOption("--name <name>", "the company's name")
    .requiredOption("--email <address>", "the company's e-mail address")
    .addOption(new Option("--brand <code>", "the brand of messages to its customers").choices(BRAND_CODES).makeOptionMandatory())
    .addOption(new Option("--locale <code>").choices(locale.enumValues).makeOptionMandatory())
    .addOption(new Option("--country-code <code>").choices(companyCountry.enumValues).makeOptionMandatory())
    .addOption(new Option("--currency <code>").choices(currency.enumValues).makeOptionMandatory())
    .option("--address1 <text>")
    .option("--address2 <text>")
    .option("--house-number <text>")
    .option("--zipcode <text>")
    .option("--city <text>")
    .action(({ partner: partnerId, ...company }: Partial<NewCompany> & RequiredCompany) =>
      run(async (db) => {
        const actor = await actorFor(db, partnerId);
        const { id } = await createCompany(db, actor, { ...withoutDetails, ...company });
        return { company_id: id };
      }),
    );
}

/** Returns the object with its names in snake case, as the commands print them. */
function inSnakeCase(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), namesInSnakeCase(value)]),
  );
}

/** Converts the names in nested objects. */
function namesInSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(namesInSnakeCase);
  return value !== null && typeof value === "object" && !(value instanceof Date) ? inSnakeCase(value) : value;
}

function addBankAccountCommand(program: Command): void {
  program
    .command("bank-account:add")
    .description(
      "add an account that a company's customers transfer to; in force at once if it is the first, otherwise after 24 hours or once an administrator confirms it",
    )
    .requiredOption("--partner <id>", "the partner's id")
    .requiredOption("--company <id>", "the company's id")
    .requiredOption("--holder <name>", "the account's holder")
    .requiredOption("--iban <iban>")
    .option("--bic <bic>")
    .option("--qr-iban <iban>", "for Swiss QR references")
    .option("--creditor-identifier <text>", "for SEPA direct debits")
    .action(({ partner: partnerId, company, ...given }) =>
      run(async (db) => {
        const actor = await actorFor(db, partnerId);
        const facts = z.object(bankAccountFields).safeParse(given);
        if (!facts.success) throw new Error(facts.error.issues[0]?.message);
        const { id, waiting } = await addBankAccount(db, actor, company, facts.data);
        return { bank_account_id: id, in_force_at: waiting?.inForceAt ?? null };
      }),
    );
}

function addUserCommand(program: Command): void {
  program
    .command("user:create")
    .description(
      "give a person access to the portal; within 7 days, they set their own password with the one-time password, which is shown only now",
    )
    .requiredOption("--email <address>", "the address with which they sign in")
    .addOption(new Option("--role <role>", "their role: what they may do").choices(userRole.enumValues).makeOptionMandatory())
    .option("--partner <id>", "the partner whose administrator or member they are; support belongs to none")
    .option("--name <name>", "their name; default: they enter it themselves", "")
    .option("--lead", "for support: makes them a lead, who invites, disables and enables the others", false)
    .addOption(new Option("--locale <code>", "the language of their portal and mails").choices(locale.enumValues).default("en"))
    .action(({ partner: partnerId = null, lead: leadsSupport, ...user }) =>
      run(async (db) => {
        const { id, email, oneTimePassword } = await createUser(db, { ...user, partnerId, leadsSupport });
        return { user_id: id, email, one_time_password: oneTimePassword };
      }),
    );
}

function addEndpointCommand(program: Command): void {
  program
    .command("endpoint:create")
    .description("notify a partner's systems of changes; the secret that signs notifications is shown only now")
    .requiredOption("--partner <id>", "the partner's id")
    .requiredOption("--url <url>", "the address to post to")
    .option("--batching", "send every ten minutes instead of at once", false)
    .option("--mandates", "name mandates as well", false)
    .action(({ partner: partnerId, url, batching, mandates: namesMandates }) =>
      run(async (db) => {
        const actor = await actorFor(db, partnerId);
        const pacing = batching ? "batching" : "real_time";
        const { endpoint, secret } = await createEndpoint(db, actor, { url, pacing, namesMandates });
        return { endpoint_id: endpoint.id, secret };
      }),
    );
}

type RequiredCompany = Pick<NewCompany, "name" | "email" | "brand" | "locale" | "countryCode" | "currency"> & { partner: string };

/** Returns the actor for commands on a partner's records. Throws `invalid_partner_id`. */
async function actorFor(db: Database, partnerId: string): Promise<Actor> {
  const partner = await findPartner(db, partnerId);
  if (!partner) throw new DomainError("invalid_partner_id");
  return systemActor(partner);
}

/** Runs a command on the database and prints its result as JSON, while the service is running as well as without it. */
async function run(work: Work, { migrating = false } = {}): Promise<void> {
  const given = givenEnvironment();
  const database = await openCommandDatabase(given, say);
  try {
    // The embedded database belongs to this installation. A given one may serve others, so it is migrated only on request.
    if (database.embedded || migrating) {
      await migrate(database.ownerUrl, database.appUrl);
      await adoptRestoredDatabase(database.ownerUrl);
    }

    process.env.DATABASE_URL = database.appUrl;
    if (database.embedded) giveKeptSecrets(given);
    if ((database.embedded || given.LOOPBACK_RECEIVERS) && isForThisMachine(given)) allowLoopbackReceivers();
    forgetEnv();
    const { db, close } = connect(database.appUrl, { max: 2, prepare: false });
    try {
      if (!(await migrationsAreCurrent(db).catch(() => false)))
        throw new Error("The database is not at this version: npm run manage -- db:migrate");
      process.stdout.write(`${JSON.stringify(await work(db))}\n`);
    } finally {
      await close();
    }
  } finally {
    await database.stop();
  }
}

function say(text: string): void {
  console.error(text);
}

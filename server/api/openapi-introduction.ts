/**
 * Text that integrators read before the first operation. Its headings appear in the reference's menu. `scopes` is the list of key scopes.
 */
export const introduction = (
  scopes: string,
) => `The interface for partners' systems: create invoices, follow what happens to them, answer the customers' questions.

1. Create an **import** for a company. It collects the invoices that go out together.
2. Create **invoices** in it, each with its customer and its lines: one at a time, or up to 1,000 in one request.
3. **Transmit** the import. From then on the service collects; the import is closed.
4. Fetch an **invoice** whenever it changed. Payments, fees, chargebacks and credits appear on it as lines.
5. To correct a mistake, delete the invoice before transmission; afterwards, **credit and retract** it.

# Authentication

Every request carries an API key: 64 lowercase hexadecimal characters. Keys that begin with \`ics_\`, as some older ones do, stay valid.

\`\`\`http
Authorization: ApiKey <key>
\`\`\`

A key sees the companies, imports, invoices and tickets of its own partner; everything else does not exist for it. It may be made for less than
everything, for one or several scopes:

${scopes}

An operation outside its scopes is answered with 403 \`insufficient_scope\`. A key may also have an end, and a list of addresses from which alone it is taken. A missing, unknown, revoked or
expired key, and one from elsewhere, is answered with 401 \`invalid_api_key\`. The query parameter \`api_key\` (also spelled \`api:key\`) is accepted where the header is absent. It is
deprecated, because addresses end up in logs: such answers carry the headers \`Deprecation\` and \`Link\`.

New keys begin with \`1c5b1115\` and end with a checksum, by which scanners for secrets find a key that was published by mistake. The pattern is
\`1c5b1115[0-9a-f]{56}\`; the last 8 characters are the CRC-32 of the 56 before them.

# Requests and answers

Bodies are JSON objects in UTF-8 of at most 1 MiB, declared as \`application/json\`. Unknown fields are ignored. For an optional field, absent, \`null\`
and \`""\` all mean "not given". When you change a record, an absent field stays as it is and \`null\` clears it. Text may have up to 255
characters unless another limit is named, and a number is taken as its decimal text.

Every field of an answer is always present, except where its description says when it is absent: \`payment_method\` of a line, \`not_asked\`, \`instalments\`,
\`payment_at_desk\`, \`next_debit\`, \`debit\` and \`promise\` in the collection of an invoice, \`mandate_ids\` of changes, and languages without own words in \`texts\`. Fields may be added within v2, but are never renamed or removed. Reading, creating and updating
answer 200, deleting and the two actions on tickets 204 without a body. Every answer carries \`X-Request-Id\`; send your own (1 to 128 visible ASCII
characters) to have it kept, unless it could be an API key. Answers are never redirects.

# Ids

Ids are 40 lowercase hexadecimal characters, unique in the whole service. Treat them as opaque. A line of an invoice may have an id of your own.

# Money

Amounts are integer cents, within what a JSON number carries exactly (±2^53−1). The sign means the same everywhere: **positive raises what the customer owes, negative lowers it**. So payments and credits
are negative, chargebacks and fees positive. \`amount_total_cents\` is the sum of all lines now: what is still to be received. It may be 0, or negative
where the customer is to receive something.

# Lines

An invoice is an account, and each of its lines says in \`type\` what it does:

- \`INVOICE-LINE\`: what is billed. Also a donation, and an amount that the company's people added later.
- \`CREDIT-LINE\`: what the company took off, by your credit and retraction or by its people.
- \`PAYMENT-LINE\`: money that came in, with its method.
- \`CHARGEBACK-LINE\`: money that went back: a payment that the customer's bank took back, or a refund. What a returned payment costs is \`CHARGEBACK-FEE-LINE\`.
- \`LATE-PAYMENT-FEE-LINE\`: charged once, with a reminder that leaves more than 14 days after a first one that was free, if the import's settings have a fee and the customer's country allows it.
- \`…-FEE-PAYMENT-LINE\`: the part of a payment that pays a fee.

# Customers

A customer can be reached by an e-mail address, by a phone number, or by a postal address, which then needs \`address1\`, \`zipcode\`, \`city\` and \`country_code\`. One of the three is enough;
without any the invoice is refused by \`invalid_customer_address\`. Messages go out by e-mail: a customer without an e-mail address gets none. Your own \`external_invoice_number\` may come twice: that
is two invoices. Send an idempotency key, so that a repetition creates nothing more; \`GET /imports/{importId}/collection\` lists numbers that come twice.

# Time

Answers are in UTC with milliseconds: \`2026-11-20T09:30:00.000Z\`. Accepted are \`2026-11-20\`, \`2026-11-20T09:30\`, seconds and milliseconds after
that, and \`Z\` or an offset like \`+01:00\` at its end. A time without an offset is in UTC.

# Errors

An error is a status and one code:

\`\`\`json
{ "error": "invalid_invoice_id" }
\`\`\`

Codes are made for programs and do not change. If several things are wrong, the answer names the first, in this order: key, path and method, rate limit, content
type, JSON, idempotency key, the record in the path, the fields in the order in which the operation lists them. Nothing is stored. Which field is at fault stands in the
header \`Error-Field\`, as in \`invoice_lines[1].amount_cents\` with the first line as 0, and where many are created at once in \`error_field\` beside each \`error\`.

# Safe repetition

Send an \`Idempotency-Key\` (1 to 255 visible ASCII characters, such as a UUID) with every POST and PUT, and repeat the request with the same key when you
got no answer. It takes effect once: a repetition within 24 hours gets the first answer again, with \`Idempotency-Replayed: true\`. The same key with
another method, path or body is 422 \`idempotency_key_reused\`; while the first request still runs, 409 \`idempotency_key_in_use\`. Answers 401, 413, 415,
429 and 5xx are not kept, so that you can simply try again.

# Conditional reading

An invoice, its lines, an import and a company are answered with an \`ETag\`. Send it as \`If-None-Match\` the next time: 304 without a body says that
nothing has changed.

# Notifications

Register an endpoint in the portal, under Developers, or by \`manage endpoint:create\`. Any change that \`GET\` of an
invoice or import would show, each hold, and each step of a direct debit or of instalments that the collection of the invoice shows, is told to
it, by a POST that names what changed and nothing else:

\`\`\`json
{ "invoice_ids": ["019a9c0de1f27d1b0c4a5e8f3b6d9027c1e4a8b5"], "import_ids": [] }
\`\`\`

- It is signed as the Standard Webhooks specification says: \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`, with the endpoint's own secret, which
  begins with \`whsec_\`. Each endpoint has its own; while one is rotated, two are valid. Verify the signature over the body as it came.
- Answer any 2xx within 15 seconds, and do the work afterwards. Redirects are not followed. 410 switches the endpoint off.
- Delivery is at least once, in no promised order; \`webhook-id\` stays the same over all attempts. Several changes of one record that wait together become one id.
- What is not confirmed is sent again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, each ±20 %, then once a day. \`Retry-After\` is kept to. After
  5 days of failures alone the endpoint is switched off, and its administrators are told before and then. Nothing owed is dropped: switched on again, it gets all of it.
- Each endpoint keeps its own account of what it is owed. A secret is rotated in the portal: for a day both sign, so exchange it within that.
- What changes only because time passes, such as the days overdue, is not told.
- An endpoint can name mandates as well: its setting in the portal, or \`manage endpoint:create --mandates\`. Its bodies then also have \`mandate_ids\`: mandates that were given, amended, used,
  withdrawn, ended or deleted, and within an hour those that have expired. Fetch each by \`GET /mandates/{mandateId}\`. It is off unless you choose it.

A recipe that misses nothing: for each id fetch the record, with \`If-None-Match\`; 404 means it was deleted. Once a day, and after a time away, follow
\`GET /changes\` from the last cursor you stored, with \`mandates=true\` for mandates. A cursor is valid for 30 days; after that, begin without one.

Three programs that do all of this, from a key to a paid invoice, lie beside the code in \`docs/samples\`: in TypeScript, Python and PHP. Others there record
mandates and follow their changes (\`mandates\`), and play the season of a sandbox (\`season\`).

# Testing

A sandbox is a partner whose customers and money are invented. Its mails never leave, and its payments go to a simulated bank. The operations under
Sandbox let your own tests play a season: create and transmit an import, move the clock, read the mails, have customers pay or their banks take money back, and
look at the collection after each step. The clock arrives in the background: ask for it until \`on_its_way_to\` is null.

# Compression

Large answers are compressed if \`Accept-Encoding\` allows it: \`br\` or \`gzip\`. Their \`ETag\` is a weak one then, which \`If-None-Match\` takes as well.

# Rate limits

Each key may make a number of requests a second, 200 unless your provider set another, with bursts of twice that. \`RateLimit-Policy\` and \`RateLimit\` tell the limit and what is left of it. Over it,
429 \`rate_limited\` says in \`Retry-After\` how many seconds to wait, as does 503 \`service_unavailable\`. Failed authentication is limited by address.

# Two spellings

Older documents write names of several words with a colon. Both spellings are accepted: \`page:number\` and \`page_number\`, \`/credit:and:retract\` and
\`/credit_and_retract\`, the colon also as \`%3A\`. Fields of bodies have underscores only.`;

/** Groups of operations, in the order in which an integrator needs them. */
export const tags = [
  { name: "Companies", description: "The organisations in whose name invoices are collected. Each belongs to one partner." },
  {
    name: "Bank",
    description: "Statements of a company's own bank. Their payments are booked on the invoices that they pay.",
  },
  {
    name: "Imports",
    description: "An import is a batch of a company's invoices. Once it is transmitted, the invoices are collected.",
  },
  {
    name: "Invoices",
    description:
      "An invoice is what a customer owes a company: its lines are an account. Payments, fees, chargebacks and credits are added to it; nothing is removed from it.",
  },
  {
    name: "Collection",
    description:
      "The status of collection, and the operations that change it: due days, sums, holds, payments that the company received itself, credits, refunds. Amounts paid, credited or refunded are positive here. An outstanding amount is negative if money is owed to the customer.",
  },
  { name: "Tickets", description: "The conversation with a customer about an invoice. Each ticket is one message of it." },
  { name: "Changes", description: "What has changed, for systems that cannot be notified or were offline." },
  {
    name: "Sandbox",
    description:
      "Only for sandboxes: the clock, simulated payments, and mails that were not sent. With them, tests can run through a whole season.",
  },
  { name: "Reference", description: "This document, for generators and test tools." },
];

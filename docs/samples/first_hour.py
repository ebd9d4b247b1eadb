# From a key to a paid invoice, with each notification verified. Python 3.9 or later runs it as it is:
#   BASE_URL=http://127.0.0.1:3000 API_KEY=… WEBHOOK_SECRET=whsec_… PORT=4040 python3 first_hour.py
import base64, hashlib, hmac, time
import http.server, json, os, threading, urllib.error, urllib.request, uuid

# body: the request's raw bytes, before anything parses them.
def is_ours(secret, headers, body):
    webhook_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    signatures = headers.get("webhook-signature", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False

    key = base64.b64decode(secret.replace("whsec_", ""))
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # Two while a secret is being rotated.
    return any(hmac.compare_digest(given.encode(), expected) for given in signatures.split(" "))

BASE_URL = os.environ.get("BASE_URL", "http://127.0.0.1:3000")
API_KEY = os.environ["API_KEY"]
WEBHOOK_SECRET = os.environ["WEBHOOK_SECRET"]

# Sends a request that takes effect once, even if it is repeated; raises the error code of a refusal.
def api(method, path, body=None):
    headers = {"Authorization": f"ApiKey {API_KEY}", "Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{BASE_URL}/api/v2{path}", data, headers, method=method)) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        raise SystemExit(f"{method} {path}: {refusal.code} {json.load(refusal)['error']}")

# Ids of invoices that notifications have named and that were not fetched since then.
changed = set()

class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        ours = is_ours(WEBHOOK_SECRET, self.headers, body)
        # Confirm first, then do the work: the confirmation must arrive within 15 seconds.
        self.send_response(204 if ours else 401)
        self.end_headers()
        if ours:
            changed.update(json.loads(body)["invoice_ids"])

    def log_message(self, *_):
        pass

receiver = http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4040"))), Receiver)
threading.Thread(target=receiver.serve_forever, daemon=True).start()

# Returns the invoice once a notification has named it and it is in the awaited state.
def fetch_once_named(invoice_id, is_awaited):
    for _ in range(300):
        if invoice_id in changed:
            changed.discard(invoice_id)
            invoice = api("GET", f"/invoices/{invoice_id}")
            if is_awaited(invoice):
                return invoice
        time.sleep(0.2)
    raise SystemExit("No notification came within a minute")

company = api("POST", "/companies", {
    "name": "Rowing Club Northbank", "brand": "brand_code_1", "email": "office@northbank.example",
    "locale": "en", "country_code": "NL", "currency": "EUR",
})
import_id = api("POST", "/imports", {"company_id": company["company_id"], "title": "Season 2027"})["import_id"]
invoice_id = api("POST", "/invoices", {
    "import_id": import_id,
    "external_invoice_number": "2027-1",
    "customer": {"name": {"first_name": "Ada", "last_name": "Brandsma"}, "email": {"email_address": "ada@members.example"}},
    "invoice_lines": [{"amount_cents": 4500, "description": "Membership"}],
    "amount_total_cents": 4500,
})["invoice_id"]
api("PUT", f"/imports/{import_id}/transmit")
print("transmitted", invoice_id)

fetch_once_named(invoice_id, lambda invoice: True)
print("notified and verified")

# Only in a sandbox: the customer pays at the simulated bank.
api("POST", f"/invoices/{invoice_id}/simulated_payments", {"outcome": "pay"})
paid = fetch_once_named(invoice_id, lambda invoice: invoice["amount_total_cents"] == 0)
print("paid, outstanding", paid["amount_total_cents"])

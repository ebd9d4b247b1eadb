# Mandates for SEPA direct debits: record several, read why one is refused, follow their changes, withdraw one.
# For a sandbox. Python 3.9 or later runs it as it is:
#   BASE_URL=http://127.0.0.1:3000 API_KEY=… python3 mandates.py
import datetime, json, os, time, urllib.error, urllib.parse, urllib.request, uuid

BASE_URL = os.environ.get("BASE_URL", "http://127.0.0.1:3000")
API_KEY = os.environ["API_KEY"]

# Sends a request that takes effect once, even if it is repeated; raises the error code of a refusal.
def api(method, path, body=None):
    headers = {"Authorization": f"ApiKey {API_KEY}", "Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{BASE_URL}/api/v2{path}", data, headers, method=method)) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        raise SystemExit(f"{method} {path}: {refusal.code} {json.load(refusal)['error']}")

company_id = api("POST", "/companies", {
    "name": "Rowing Club Northbank", "brand": "brand_code_1", "email": "office@northbank.example",
    "locale": "en", "country_code": "DE", "currency": "EUR",
})["company_id"]
api("POST", f"/companies/{company_id}/bank_accounts", {
    "holder": "Rowing Club Northbank", "iban": "DE89370400440532013000", "creditor_identifier": "DE98ZZZ09999999999",
})
# An account that a key adds takes effect after 24 hours. Only in a sandbox: the clock moves on in the background.
api("PUT", "/sandbox/clock", {"days": 2})
while api("GET", "/sandbox/clock")["on_its_way_to"] is not None:
    time.sleep(0.5)

signed_on = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
ada = {"mandate_reference": "NB-1", "holder": "Ada Brandsma", "iban": "DE02120300000000202051", "customer_email": "ada@members.example"}
bo = {"mandate_reference": "NB-2", "holder": "Bo Vries", "iban": "DE02120300000000202052", "customer_email": "bo@members.example"}
chris = {"mandate_reference": "NB-3", "holder": "Chris Linden", "iban": "DE02120300000000202051", "customer_email": "chris@members.example"}

# Records up to 1,000 mandates. Each is recorded or refused by itself; one that is recorded already is answered with its id.
def record(mandates):
    for row in api("POST", f"/companies/{company_id}/mandates", {"mandates": mandates})["mandates"]:
        if row["error"]:
            print("refused", row["mandate_reference"], row["error"], row["error_field"])
        else:
            print("recorded", row["mandate_reference"])

record([{**ada, "signed_on": signed_on}, {**bo, "signed_on": signed_on}, chris])
# The whole list again, once its faults are corrected.
record([
    {**ada, "signed_on": signed_on},
    {**bo, "iban": ada["iban"], "signed_on": signed_on},
    {**chris, "signed_on": signed_on},
])

# Fetches each mandate that has changed since the cursor, and returns the next cursor, which your system stores. Without one, changes begin with the oldest.
def follow(cursor=""):
    has_more = True
    while has_more:
        changes = api("GET", "/changes?" + urllib.parse.urlencode({"mandates": "true", "page_size": 100, "cursor": cursor}))
        for mandate_id in changes["mandate_ids"]:
            mandate = api("GET", f"/mandates/{mandate_id}")
            print("changed", mandate["mandate_reference"], mandate["state"])
        cursor, has_more = changes["next_cursor"], changes["has_more"]
    return cursor

cursor = follow()

listed = api("GET", f"/companies/{company_id}/mandates?page_number=1&page_size=100")
print("listed", len(listed["mandates"]), "of", listed["page"]["total_entries"])

api("PUT", f"/mandates/{listed['mandates'][0]['mandate_id']}/withdraw")
follow(cursor)

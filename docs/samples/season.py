# A sandbox plays a season: three customers transfer, and the bank's files of each day are fetched.
# Python 3.9 or later runs it as it is:
#   BASE_URL=http://127.0.0.1:3000 API_KEY=… python3 season.py
import json, os, time, urllib.error, urllib.request, uuid

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
api("POST", f"/companies/{company_id}/bank_accounts", {"holder": "Rowing Club Northbank", "iban": "DE89370400440532013000"})
# An account that a key adds takes effect after 24 hours.
api("PUT", "/sandbox/clock", {"days": 2})
while api("GET", "/sandbox/clock")["on_its_way_to"] is not None:
    time.sleep(0.5)

import_id = api("POST", "/imports", {"company_id": company_id, "title": "Annual membership"})["import_id"]
api("POST", f"/imports/{import_id}/invoices", {"invoices": [{
    "external_invoice_number": f"M-{first_name}",
    "customer": {
        "name": {"first_name": first_name, "last_name": "Brandsma"},
        "email": {"email_address": f"{first_name.lower()}@members.example"},
    },
    "invoice_lines": [{"amount_cents": 4500, "description": "Membership"}],
    "amount_total_cents": 4500,
} for first_name in ["Ada", "Bo", "Chris"]]})
api("PUT", f"/imports/{import_id}/transmit")

# Waits until the season no longer plays. It plays in the background, some days a second.
def until_stopped():
    for _ in range(600):
        season = api("GET", "/sandbox/season")
        if season["state"] == "failed":
            raise SystemExit(f"The season failed after {season['played_day']}")
        if season["state"] != "playing":
            return season
        time.sleep(0.5)
    raise SystemExit("The season did not stop within five minutes")

fetched = set()

# Fetches the files that are new since the last call, the oldest day first. One page holds those of a week with a few accounts.
def fetch_files():
    for listed in reversed(api("GET", "/sandbox/season/files?page_size=100")["files"]):
        if listed["season_file_id"] not in fetched:
            fetched.add(listed["season_file_id"])
            file = api("GET", f"/sandbox/season/files/{listed['season_file_id']}")
            print("file", file["day"], file["kind"], len(file["contents"].encode()), "bytes")

# A week at a time: in between, your own program can look, decide and act.
api("POST", "/sandbox/season", {"seed": "spring", "scenario": "days: 21\npay_in_time: 100 %\n", "days": 7})
season = until_stopped()
fetch_files()
while season["state"] != "ended":
    api("PUT", "/sandbox/season/play", {"days": 7})
    season = until_stopped()
    fetch_files()
print("ended, outstanding", api("GET", f"/imports/{import_id}/collection")["outstanding_cents"])

#!/usr/bin/env bash
# Belgian banks' files (CODA) have a sign before each balance. febelfin-coda reads over that of the old balance, so a file that begins below
# zero is refused, and so is each file with a free message of the bank.
#
# Package: Debian's python3-febelfin-coda 0.2.0-3 (of Debian 12 and later; Tryton reads CODA by this library); seen on 2026-11-30.
# Input: five files of version 2, lines of 128 letters by the banks' standard (Febelfin, CODA 2.6), each with one payment of 45.00 or a fee:
# from 100.00, from −100.00, from 10.00 to −35.00, with one message (record 4), and with an RF reference (type 100).
# Guess beforehand: −100.00 to −55.00 like any other, the message beside the payments, and the reference as it was paid.
# Behaviour: the old balance is read without its sign, 100.00, and the check of the file says "Wrong balance": once overdrawn, no file is
# taken until one begins above zero. The new balance is read with its sign, so the file on whose day the account falls below zero is
# still right. A message ends in an AttributeError. The Belgian reference comes as its twelve digits, the RF one with 77 blanks
# behind it, equal to no invoice's.
# For this project: Belgian statements are read as camt, where balances have their own sign (`read-camt.ts`), and references are compared
# without blanks. A partner who books from CODA this way misses all payments of a club that is short of money.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
chmod 755 "$folder"; apt-get update -qq >/dev/null 2>&1 || true; apt-get download -qq python3-febelfin-coda=0.2.0-3 2>/dev/null
dpkg-deb -x python3-febelfin-coda_*.deb .
cat > try.py <<'PY'
import sys

sys.path.insert(0, "usr/lib/python3/dist-packages")
from coda import CODA

ACCOUNT = "BE68539007547034".ljust(34) + "EUR"


def line(*parts):
    signs = [" "] * 128
    for place, text in parts:
        signs[place - 1:place - 1 + len(text)] = text
    return "".join(signs) + "\n"


def signed(cents):
    return ("1" if cents < 0 else "0") + f"{abs(cents) * 10:015d}"


def coda(old, cents, text, message=None):
    credit, debit = (cents, 0) if cents > 0 else (0, -cents)
    records = [
        line((1, "1"), (2, "2"), (3, "001"), (6, ACCOUNT), (43, signed(old)), (59, "271126"), (65, "EXAMPLE CLUB"), (126, "001")),
        line((1, "21"), (3, "0001"), (7, "0000"), (11, "REF1".ljust(21)), (32, signed(cents)), (48, "301126"), (54, "00150000"), (62, text),
             (116, "301126"), (122, "001"), (126, "1"), (128, "0")),
        line((1, "23"), (3, "0001"), (7, "0000"), (11, "BE71096123456769".ljust(34) + "EUR"), (48, "ANNA MUSTER"), (126, "0"), (128, "0")),
        line((1, "8"), (2, "001"), (5, ACCOUNT), (42, signed(old + cents)), (58, "301126"), (128, "1" if message else "0")),
    ]
    if message:
        records.append(line((1, "4"), (3, "0001"), (7, "0000"), (33, message), (128, "0")))
    head = line((1, "0"), (2, "0000"), (6, "301126"), (12, "539"), (15, "05"), (25, "FILE1"), (35, "EXAMPLE CLUB"), (61, "GKCCBEBB"), (128, "2"))
    end = line((1, "9"), (17, f"{len(records):06d}"), (23, f"{debit * 10:015d}"), (38, f"{credit * 10:015d}"), (128, "2"))
    return "".join([head, *records, end])


belgian, creditor = "1101010000207724", "1100RF18539007547034"
for name, text in {
    "from 100.00": coda(10000, 4500, belgian),
    "from -100.00": coda(-10000, 4500, belgian),
    "from 10.00 by a fee": coda(1000, -4500, "0FEE"),
    "message": coda(10000, 4500, belgian, "OUR OFFICE IS CLOSED ON FRIDAY"),
    "RF reference": coda(10000, 4500, creditor),
}.items():
    with open("file.cod", "w", encoding="windows-1252") as file:
        file.write(text)
    try:
        [statement] = CODA("file.cod").statements
        [move] = statement.moves
        blanks = len(move.communication) - len(move.communication.rstrip())
        print(f"{name}: {statement.old_balance} to {statement.new_balance}, {move.amount} {move.communication.rstrip()}, {blanks} blanks behind")
    except Exception as error:
        print(f"{name}: {type(error).__name__}: {error}".replace("'", ""))
PY
seen=$(/usr/bin/python3 try.py)
expected='from 100.00: 100 to 145, 45 010000207724, 0 blanks behind
from -100.00: ValueError: Wrong balance
from 10.00 by a fee: 10 to -35, -45 FEE, 0 blanks behind
message: AttributeError: CODA object has no attribute free_communications
RF reference: 100 to 145, 45 RF18539007547034, 77 blanks behind'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }

#!/usr/bin/env bash
# A mail server reports on all recipients of a mail in one report, each with what became of it. Perl's parser of such reports stops at the
# first recipient who has not failed, and says that nothing came back.
#
# Packages: Debian's libmail-deliverystatus-bounceparser-perl 1.543+repacked-1, beside python3-flufl.bounce 4.0-3 (Mailman's); seen on
# 2026-11-30.
# Input: reports (RFC 3464) on one mail to up to three members: failed for Anna (5.1.1) and Eva (5.2.2), delivered, passed on or delayed for
# Ben, in different orders. And one report of a mail that was too large for Anna's server (5.3.4).
# Guess beforehand: Anna and Eva each time they failed, never Ben; 5.3.4 is no full mailbox.
# Behaviour: with failures alone both are named. Once Ben was delivered, passed on or delayed, `is_bounce` is false: with Ben first
# nobody is named, with Ben between the two Eva is lost. The order of the recipients decides. flufl.bounce names the failed ones in
# every order. The large mail becomes "over_quota", a full mailbox, to which the same letter is sent again. No error.
# For this project: each mail is sent to one recipient (`transport.ts`), so no report tells of two; reports are not read yet. A partner who
# writes to a whole family at once and cleans lists with this parser keeps sending invoices to addresses that are gone.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"; chmod 755 "$folder"
apt-get update -qq >/dev/null 2>&1 || true
apt-get download -qq libmail-deliverystatus-bounceparser-perl=1.543+repacked-1 libmime-tools-perl libmailtools-perl libtimedate-perl \
  python3-flufl.bounce=4.0-3 python3-public python3-zope.interface python3-pkg-resources 2>/dev/null
for package in *.deb; do dpkg-deb -x "$package" .; done
cat > reports.py <<'PY'
import email
import sys

sys.path.insert(0, "usr/lib/python3/dist-packages")
from flufl.bounce import all_failures

OUTCOMES = {
    "Anna failed": ("failed", "5.1.1", "550 5.1.1 User unknown"),
    "Eva failed": ("failed", "5.2.2", "552 5.2.2 Mailbox full"),
    "Ben delivered": ("delivered", "2.0.0", "250 2.0.0 OK"),
    "Ben relayed": ("relayed", "2.0.0", "250 2.0.0 OK"),
    "Ben delayed": ("delayed", "4.4.1", "451 4.4.1 Connection timed out"),
    "Anna too large": ("failed", "5.3.4", "552 5.3.4 Message size exceeds fixed limit"),
}
REPORT = """Return-Path: <>
From: MAILER-DAEMON@mx.club.example
To: club@club.example
Subject: Undelivered Mail Returned to Sender
Date: Mon, 30 Nov 2026 10:00:00 +0100
Message-ID: <report@mx.club.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B"

--B
Content-Type: text/plain

This is the mail system.

--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.club.example

{groups}

--B
Content-Type: message/rfc822

From: club@club.example
Subject: Invoice
Message-ID: <invoice@club.example>

Please pay.

--B--
"""


def group(outcome):
    action, status, said = OUTCOMES[outcome]
    name = outcome.split()[0].lower()
    return f"Final-Recipient: rfc822; {name}@member.example\nAction: {action}\nStatus: {status}\nDiagnostic-Code: smtp; {said}"


for at, outcomes in enumerate([["Anna failed", "Eva failed"], ["Anna failed", "Ben delivered", "Eva failed"], ["Ben delivered", "Anna failed"],
                               ["Ben relayed", "Anna failed"], ["Ben delayed", "Anna failed"], ["Anna failed", "Ben delayed"], ["Anna too large"]]):
    report = REPORT.format(groups="\n\n".join(map(group, outcomes)))
    with open(f"{at}.eml", "w") as file:
        file.write(report)
    _, failed = all_failures(email.message_from_string(report))
    print(f"{at}.eml {', '.join(outcomes)}: flufl {' '.join(sorted(address.decode() for address in failed))}", flush=True)
PY
cat > try.pl <<'PL'
use strict;
use Mail::DeliveryStatus::BounceParser;
while (my $line = <STDIN>) {
  chomp $line;
  my ($file, $told) = split / /, $line, 2;
  open my $handle, "<", $file or die;
  my $report = Mail::DeliveryStatus::BounceParser->new($handle);
  my @named = map { my ($name, $reason) = ($_->get("email"), $_->get("std_reason")); s/\n//g for $name, $reason; "$name $reason" } $report->reports;
  $told =~ s/\@member\.example//g;
  my $names = join(", ", @named) || "nobody";
  $names =~ s/\@member\.example//g;
  print "$told; Perl is_bounce ", $report->is_bounce ? "true" : "false", ", $names\n";
}
PL
seen=$(/usr/bin/python3 reports.py | perl -Iusr/share/perl5 try.pl)
expected='Anna failed, Eva failed: flufl anna eva; Perl is_bounce true, anna user_unknown, eva over_quota
Anna failed, Ben delivered, Eva failed: flufl anna eva; Perl is_bounce false, anna user_unknown
Ben delivered, Anna failed: flufl anna; Perl is_bounce false, nobody
Ben relayed, Anna failed: flufl anna; Perl is_bounce false, nobody
Ben delayed, Anna failed: flufl anna; Perl is_bounce false, nobody
Anna failed, Ben delayed: flufl anna; Perl is_bounce false, anna user_unknown
Anna too large: flufl anna; Perl is_bounce true, anna over_quota'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }

#!/usr/bin/env bash
# A form may ask "did you mean …?" when a mail address looks mistyped. mailcheck and its successor ask it of right addresses at large
# providers, and name a domain of other people.
#
# Packages: mailcheck 1.1.1, @zootools/email-spell-checker 1.12.0, with their own lists; seen on 2026-11-30.
# Input: addresses at 24 providers of Italy, Germany, Austria, Switzerland, the Czech Republic, Poland, Bulgaria, France and the Netherlands,
# and two mistyped ones.
# Guess beforehand: silence for all the providers, a suggestion for the two mistyped.
# Behaviour: mailcheck offers another domain for 8 of the 24, the newer package for 6, though every one of them is right. For libero.it, one
# of Italy's largest, both offer live.it; for mailbox.org mail.org; for wp.pl and interia.pl a Dutch domain of the same name; for
# gmx.net the newer one cox.net, of an American company. The nearest known name counts, whether or not the typed one exists.
# For this project: an address is kept as it came, and nothing is suggested; whether it takes mail shows when mail comes back. A list that
# was gathered by a form with these packages can send a member's invoices to a stranger.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent mailcheck@1.1.1 @zootools/email-spell-checker@1.12.0
cat > try.mjs <<'JS'
import spellChecker from "@zootools/email-spell-checker";
import mailcheck from "mailcheck";
const providers = ["libero.it", "virgilio.it", "tiscali.it", "email.it", "gmx.de", "gmx.net", "web.de", "t-online.de", "freenet.de", "posteo.de",
  "mailbox.org", "gmx.at", "aon.at", "bluewin.ch", "gmx.ch", "seznam.cz", "email.cz", "wp.pl", "interia.pl", "onet.pl", "abv.bg", "orange.fr",
  "laposte.net", "ziggo.nl"];
const told = (domain) => {
  const [first, second] = [mailcheck, spellChecker].map((checker) => checker.run({ email: `anna.muster@${domain}` })?.domain ?? "nothing");
  return { domain, first, second };
};
const all = providers.map(told);
const asked = (key) => all.filter((one) => one[key] !== "nothing").length;
console.log(`${all.length} right domains: mailcheck suggests another for ${asked("first")}, the newer package for ${asked("second")}`);
for (const { domain, first, second } of all.filter((one) => one.first !== "nothing" || one.second !== "nothing")) console.log(`${domain}: ${first}, ${second}`);
for (const { domain, first, second } of ["gmial.com", "hotmial.com"].map(told)) console.log(`mistyped ${domain}: ${first}, ${second}`);
JS
seen=$(node try.mjs)
expected='24 right domains: mailcheck suggests another for 8, the newer package for 6
libero.it: live.it, live.it
email.it: mail.it, mail.it
gmx.net: nothing, cox.net
mailbox.org: mail.org, mail.org
email.cz: mail.cz, mail.cz
wp.pl: wp.nl, nothing
interia.pl: interia.nl, nothing
onet.pl: onet.nl, nothing
abv.bg: abv.be, abv.be
mistyped gmial.com: gmail.com, gmail.com
mistyped hotmial.com: hotmail.com, hotmail.com'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }

#!/usr/bin/env bash
# RFC 8058: mail programs offer to unsubscribe with one click only if the DKIM signature covers List-Unsubscribe and List-Unsubscribe-Post.
# nodemailer signed one of the two until this month.
#
# Package: nodemailer 7.0.13, 10.6.0 and 10.6.1; seen on 2026-11-28.
# Input: an appeal with `list.unsubscribe`, `List-Unsubscribe-Post: List-Unsubscribe=One-Click`, and a DKIM key of 2048 bits.
# Guess beforehand: all three sign both, since nodemailer writes the list fields itself and its standard list of signed fields has them.
# Behaviour: 7.0.13 and 10.6.0 leave List-Unsubscribe-Post out of `h=`; 10.6.1 (of this month) signs it. The signature is valid each time, so
# no check of DKIM notices. Section 4 of the RFC forbids the receiver to offer the click, and large receivers ask senders of many mails for it.
# For this project: requests to pay have no List-Unsubscribe, and a server behind SMTP_URL signs. If the service ever sends appeals and signs
# by itself with today's nodemailer 7.0.13, it must name the signed fields (`headerFieldNames`).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent old@npm:nodemailer@7.0.13 last@npm:nodemailer@10.6.0 new@npm:nodemailer@10.6.1
cat > try.js <<'JS'
const { generateKeyPairSync } = require("crypto");
const format = (type) => ({ type, format: "pem" });
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048, privateKeyEncoding: format("pkcs8"), publicKeyEncoding: format("spki") });
(async () => {
  for (const name of ["old", "last", "new"]) {
    const dkim = { domainName: "club.example", keySelector: "s1", privateKey };
    const transport = require(name).createTransport({ streamTransport: true, buffer: true, dkim });
    const { message } = await transport.sendMail({
      from: "club@club.example", to: "anna@member.example", subject: "Our new hall", text: "Will you help?",
      list: { unsubscribe: "https://club.example/leave?t=1" }, headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
    });
    const text = message.toString().replace(/\r?\n[ \t]+/g, "");
    const signed = text.match(/; *h=([^;]*)/)[1].split(":");
    const told = (field) => `${field} ${new RegExp(`^${field}:`, "im").test(text) ? "sent" : "missing"} ${signed.includes(field) ? "signed" : "unsigned"}`;
    console.log(require(`${name}/package.json`).version, told("list-unsubscribe"), told("list-unsubscribe-post"));
  }
})();
JS
seen=$(node try.js)
expected='7.0.13 list-unsubscribe sent signed list-unsubscribe-post sent unsigned
10.6.0 list-unsubscribe sent signed list-unsubscribe-post sent unsigned
10.6.1 list-unsubscribe sent signed list-unsubscribe-post sent signed'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }

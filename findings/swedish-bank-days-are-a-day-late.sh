#!/usr/bin/env bash
# A due day that falls on no bank day moves to the next. In Sweden itself, se-bank-holidays takes each Monday for a holiday and Christmas Eve
# for a bank day.
#
# Package: se-bank-holidays 1.1.7; seen on 2026-11-29.
# Input: days of 2026, made by new Date(year, month, day), in Sweden's time zone and in UTC; the Easter days of 2015 to 2060, in UTC.
# Guess beforehand (before reading its code): the same answers in both zones, and the Easter days as the calendar has them.
# Behaviour: the package looks at the day in UTC, where Sweden's midnight is still the day before. In Sweden's zone each holiday and weekend
# comes a day late: Saturdays, Christmas Eve, 1 May and Good Friday are bank days, Mondays and 28 December are not, and the bank day after
# 23 December is Christmas Eve. On a server in UTC the same lines are right, so tests there see nothing. Easter is looked for by the real full
# moon, not by the church's table: in 2019 it was four weeks early, and so will it be in 2038.
# For this project: days are texts such as 2026-12-24, and Easter is computed by the church's rule (`bank-days.ts`). A due day that a
# partner moved with this package can lie on a day on which no bank books.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent se-bank-holidays@1.1.7
cat > try.js <<'JS'
const { addBankDays, isEasterSunday, isHoliday } = require("se-bank-holidays");
const shown = (date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
const days = { "Good Friday": [3, 3], "1 May": [4, 1], "a Saturday": [10, 14], "a Monday": [10, 16], "a Tuesday": [10, 17], "Christmas Eve": [11, 24],
  "28 December": [11, 28] };
const told = Object.entries(days).map(([name, [month, day]]) => `${name} ${isHoliday(new Date(2026, month, day)) ? "closed" : "open"}`);
console.log(`${process.env.TZ}: ${told.join(", ")}`);
console.log(`next bank day after 23 December: ${shown(addBankDays(new Date(2026, 11, 23), 1))}`);
// Easter Sundays of the Gregorian calendar, from the tables of the church: Gauss's rule with its two exceptions.
const easter = (year) => {
  const moon = (19 * (year % 19) + 24) % 30;
  const week = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7;
  const late = (moon === 29 && week === 6) || (moon === 28 && week === 6 && year % 19 > 10);
  return new Date(Date.UTC(year, 2, 22 + moon + week - (late ? 7 : 0)));
};
const wrong = [];
for (let year = 2015; year <= 2060; year += 1) if (!isEasterSunday(easter(year))) wrong.push(easter(year).toISOString().slice(0, 10));
const early = ["2019-03-24", "2038-03-28"].filter((day) => isEasterSunday(new Date(day)));
if (process.env.TZ === "UTC") console.log(`Easter Sundays that are none to it: ${wrong.join(" ")}; instead ${early.join(" ")}`);
JS
seen=$(for zone in UTC Europe/Stockholm; do TZ=$zone node try.js; done)
expected='UTC: Good Friday closed, 1 May closed, a Saturday closed, a Monday open, a Tuesday open, Christmas Eve closed, 28 December open
next bank day after 23 December: 2026-12-28
Easter Sundays that are none to it: 2019-04-21 2038-04-25 2045-04-09 2049-04-18 2057-04-22; instead 2019-03-24 2038-03-28
Europe/Stockholm: Good Friday open, 1 May open, a Saturday open, a Monday closed, a Tuesday open, Christmas Eve open, 28 December closed
next bank day after 23 December: 2026-12-24'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }

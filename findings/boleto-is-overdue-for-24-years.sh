#!/usr/bin/env bash
# Brazil's payment slip (boleto) has its due day as four digits, days since 1997: 9999 was 21 February 2025, and the next day began at 1000
# again. Readers still count from 1997, and a writer refuses each day since 2024.
#
# Packages: node-boleto 2.3.0 and gerar-boletos 1.4.5 write, boleto.js 1.1.4 and @mrmgomes/boleto-utils 1.3.3 read; seen on 2026-11-30.
# Input: slips of 199.99 reais of an invented club, due on 21 and 22 February 2025 and on 15 December 2026. boleto.js is made for browsers:
# it is given a `window`.
# Guess beforehand: the new count in all four, since the banks had announced it years before.
# Behaviour: node-boleto alone has it right: 9999, 1000, 1661. boleto.js reads its slip of December 2026 as due on 25 April 2002.
# boleto-utils says the same as `vencimento`, calls the slip valid, and gives the true day in a second field, which for older slips is 24
# years too late; nothing says which of the two holds. gerar-boletos refuses all three days: the year must lie before 2024. The amounts are right.
# For this project: due days are written as days, never as a count that can come round (`calendar.ts`). A payer whose program sorts by
# `vencimento` takes the newest slip for the oldest debt, with 24 years of late fees.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --ignore-scripts node-boleto@2.3.0 gerar-boletos@1.4.5 boleto.js@1.1.4 @mrmgomes/boleto-utils@1.3.3
cat > try.js <<'JS'
globalThis.window = globalThis;
const { validarBoleto } = require("@mrmgomes/boleto-utils");
const Reader = require("boleto.js");
const { Bancos, Boletos } = require("gerar-boletos");
const { Boleto: Writer } = require("node-boleto");
const dayOf = (date) => date.toISOString().slice(0, 10);
const club = { nome: "Clube Exemplo", cnpj: "11222333000181",
  dadosBancarios: { carteira: "09", agencia: "0101", agenciaDigito: "5", conta: "0326446", contaDigito: "0", nossoNumero: "00000000061", nossoNumeroDigito: "8" },
  endereco: { logradouro: "Rua Alta, 1", bairro: "Centro", cidade: "Rio", estadoUF: "RJ", cep: "20030-030" } };
const other = (day) => {
  const [year, month, date] = day.split("-");
  const datas = { vencimento: `${date}-${month}-${year}`, processamento: "10-01-2025", documentos: "10-01-2025" };
  try {
    new Boletos({ banco: new Bancos.Bradesco(), pagador: { nome: "Ana Exemplo", RegistroNacional: "12345678", endereco: club.endereco }, instrucoes: ["-"],
      beneficiario: club, boleto: { numeroDocumento: "1", especieDocumento: "DM", valor: 199.99, datas } }).gerarBoleto();
    return "written";
  } catch (error) {
    return `refused: ${error.message}`;
  }
};
for (const day of ["2025-02-21", "2025-02-22", "2026-12-15"]) {
  const slip = new Writer({ banco: "bradesco", data_emissao: new Date("2025-01-10T15:00:00Z"), data_vencimento: new Date(`${day}T15:00:00Z`), valor: 19999,
    nosso_numero: "1234567", numero_documento: "1", cedente: "Clube Exemplo", cedente_cnpj: club.cnpj, agencia: "1229", codigo_cedente: "469",
    carteira: "25", pagador: "Ana Exemplo", instrucoes: "-" });
  const line = slip.linha_digitavel;
  const first = new Reader(line);
  const { sucesso, valor, vencimento, vencimentoComNovoFator2025 } = validarBoleto(line.replace(/\D/g, ""));
  console.log(`${day}: node-boleto ${slip.barcode_data.slice(5, 9)}; boleto.js ${dayOf(first.expirationDate())}, ${first.amount()}; ` +
    `boleto-utils valid ${sucesso}, ${dayOf(vencimento)} or ${dayOf(vencimentoComNovoFator2025)}, ${valor}`);
  console.log(`${day}: gerar-boletos ${other(day)}`);
}
JS
seen=$(TZ=America/Sao_Paulo node try.js)
expected='2025-02-21: node-boleto 9999; boleto.js 2025-02-21, 199.99; boleto-utils valid true, 2025-02-21 or 2049-10-13, 199.99
2025-02-21: gerar-boletos refused: O ano do documento deve ser maior que 1997 e menor que 2024
2025-02-22: node-boleto 1000; boleto.js 2000-07-03, 199.99; boleto-utils valid true, 2000-07-03 or 2025-02-22, 199.99
2025-02-22: gerar-boletos refused: O ano do documento deve ser maior que 1997 e menor que 2024
2026-12-15: node-boleto 1661; boleto.js 2002-04-25, 199.99; boleto-utils valid true, 2002-04-25 or 2026-12-15, 199.99
2026-12-15: gerar-boletos refused: O ano do documento deve ser maior que 1997 e menor que 2024'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }

<?php
// Mandates for SEPA direct debits: record several, read why one is refused, follow their changes, withdraw one.
// For a sandbox. PHP 8.1 or later runs it as it is:
//   BASE_URL=http://127.0.0.1:3000 API_KEY=… php mandates.php

// Sends a request that takes effect once, even if it is repeated; ends with the error code of a refusal.
function api(string $method, string $path, ?array $body = null): array
{
    $base = getenv('BASE_URL') ?: 'http://127.0.0.1:3000';
    $headers = ['Authorization: ApiKey ' . getenv('API_KEY'), 'Content-Type: application/json', 'Idempotency-Key: ' . bin2hex(random_bytes(16))];
    $options = ['method' => $method, 'header' => $headers, 'ignore_errors' => true];
    if ($body !== null) {
        $options['content'] = json_encode($body);
    }
    $said = json_decode(file_get_contents("$base/api/v2$path", false, stream_context_create(['http' => $options])), true);
    if (isset($said['error'])) {
        exit("$method $path: {$said['error']}\n");
    }
    return $said;
}

$companyId = api('POST', '/companies', [
    'name' => 'Rowing Club Northbank', 'brand' => 'brand_code_1', 'email' => 'office@northbank.example',
    'locale' => 'en', 'country_code' => 'DE', 'currency' => 'EUR',
])['company_id'];
api('POST', "/companies/$companyId/bank_accounts", [
    'holder' => 'Rowing Club Northbank', 'iban' => 'DE89370400440532013000', 'creditor_identifier' => 'DE98ZZZ09999999999',
]);
// An account that a key adds takes effect after 24 hours. Only in a sandbox: the clock moves on in the background.
api('PUT', '/sandbox/clock', ['days' => 2]);
while (api('GET', '/sandbox/clock')['on_its_way_to'] !== null) {
    usleep(500_000);
}

$signed = ['signed_on' => gmdate('Y-m-d')];
$ada = ['mandate_reference' => 'NB-1', 'holder' => 'Ada Brandsma', 'iban' => 'DE02120300000000202051', 'customer_email' => 'ada@members.example'];
$bo = ['mandate_reference' => 'NB-2', 'holder' => 'Bo Vries', 'iban' => 'DE02120300000000202052', 'customer_email' => 'bo@members.example'];
$chris = ['mandate_reference' => 'NB-3', 'holder' => 'Chris Linden', 'iban' => 'DE02120300000000202051', 'customer_email' => 'chris@members.example'];

// Records up to 1,000 mandates. Each is recorded or refused by itself; one that is recorded already is answered with its id.
function record(string $companyId, array $mandates): void
{
    foreach (api('POST', "/companies/$companyId/mandates", ['mandates' => $mandates])['mandates'] as $row) {
        echo $row['error'] === null
            ? "recorded {$row['mandate_reference']}\n"
            : "refused {$row['mandate_reference']} {$row['error']} {$row['error_field']}\n";
    }
}

record($companyId, [$ada + $signed, $bo + $signed, $chris]);
// The whole list again, once its faults are corrected.
record($companyId, [$ada + $signed, array_replace($bo, ['iban' => $ada['iban']]) + $signed, $chris + $signed]);

// Fetches each mandate that has changed since the cursor, and returns the next cursor, which your system stores. Without one, changes begin with the oldest.
function follow(string $cursor = ''): string
{
    do {
        $changes = api('GET', '/changes?' . http_build_query(['mandates' => 'true', 'page_size' => 100, 'cursor' => $cursor]));
        foreach ($changes['mandate_ids'] as $id) {
            $mandate = api('GET', "/mandates/$id");
            echo "changed {$mandate['mandate_reference']} {$mandate['state']}\n";
        }
        $cursor = $changes['next_cursor'];
    } while ($changes['has_more']);
    return $cursor;
}

$cursor = follow();

$listed = api('GET', "/companies/$companyId/mandates?page_number=1&page_size=100");
echo 'listed ' . count($listed['mandates']) . " of {$listed['page']['total_entries']}\n";

api('PUT', "/mandates/{$listed['mandates'][0]['mandate_id']}/withdraw");
follow($cursor);

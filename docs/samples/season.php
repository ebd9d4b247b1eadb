<?php
// A sandbox plays a season: three customers transfer, and the bank's files of each day are fetched.
// PHP 8.1 or later runs it as it is:
//   BASE_URL=http://127.0.0.1:3000 API_KEY=… php season.php

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
api('POST', "/companies/$companyId/bank_accounts", ['holder' => 'Rowing Club Northbank', 'iban' => 'DE89370400440532013000']);
// An account that a key adds takes effect after 24 hours.
api('PUT', '/sandbox/clock', ['days' => 2]);
while (api('GET', '/sandbox/clock')['on_its_way_to'] !== null) {
    usleep(500_000);
}

$importId = api('POST', '/imports', ['company_id' => $companyId, 'title' => 'Annual membership'])['import_id'];
api('POST', "/imports/$importId/invoices", ['invoices' => array_map(fn (string $firstName) => [
    'external_invoice_number' => "M-$firstName",
    'customer' => [
        'name' => ['first_name' => $firstName, 'last_name' => 'Brandsma'],
        'email' => ['email_address' => strtolower($firstName) . '@members.example'],
    ],
    'invoice_lines' => [['amount_cents' => 4500, 'description' => 'Membership']],
    'amount_total_cents' => 4500,
], ['Ada', 'Bo', 'Chris'])]);
api('PUT', "/imports/$importId/transmit");

// Waits until the season no longer plays. It plays in the background, some days a second.
function untilStopped(): array
{
    for ($tries = 0; $tries < 600; $tries += 1) {
        $season = api('GET', '/sandbox/season');
        if ($season['state'] === 'failed') {
            exit("The season failed after {$season['played_day']}\n");
        }
        if ($season['state'] !== 'playing') {
            return $season;
        }
        usleep(500_000);
    }
    exit("The season did not stop within five minutes\n");
}

// Fetches the files that are not among those fetched before, the oldest day first, and returns the ids of all. One page holds those of a week with a few accounts.
function fetchFiles(array $fetched = []): array
{
    foreach (array_reverse(api('GET', '/sandbox/season/files?page_size=100')['files']) as ['season_file_id' => $id]) {
        if (!in_array($id, $fetched, true)) {
            $fetched[] = $id;
            $file = api('GET', "/sandbox/season/files/$id");
            echo "file {$file['day']} {$file['kind']} " . strlen($file['contents']) . " bytes\n";
        }
    }
    return $fetched;
}

// A week at a time: in between, your own program can look, decide and act.
api('POST', '/sandbox/season', ['seed' => 'spring', 'scenario' => "days: 21\npay_in_time: 100 %\n", 'days' => 7]);
$season = untilStopped();
$fetched = fetchFiles();
while ($season['state'] !== 'ended') {
    api('PUT', '/sandbox/season/play', ['days' => 7]);
    $season = untilStopped();
    $fetched = fetchFiles($fetched);
}
echo 'ended, outstanding ' . api('GET', "/imports/$importId/collection")['outstanding_cents'] . "\n";

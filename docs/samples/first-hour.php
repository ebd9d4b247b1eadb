<?php
// From a key to a paid invoice, with each notification verified. PHP 8.1 or later runs it as it is:
//   BASE_URL=http://127.0.0.1:3000 API_KEY=… WEBHOOK_SECRET=whsec_… PORT=4040 php first-hour.php

// $body: the request's raw text, file_get_contents('php://input').
function isOurs(string $secret, string $body): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    $signatures = $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }

    $key = base64_decode(str_replace('whsec_', '', $secret));
    $signed = $id . '.' . $timestamp . '.' . $body;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    // Two while a secret is being rotated.
    foreach (explode(' ', $signatures) as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

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

$receiver = stream_socket_server('tcp://127.0.0.1:' . (getenv('PORT') ?: '4040'));

// Waits up to a minute for one notification, and returns the ids of its invoices. With a web server, your script would call isOurs.
function takeNotification($receiver): array
{
    $connection = stream_socket_accept($receiver, 60) ?: exit("No notification came within a minute\n");
    $length = 0;
    while (($line = trim(fgets($connection))) !== '') {
        [$name, $value] = array_pad(explode(':', $line, 2), 2, '');
        $_SERVER['HTTP_' . strtoupper(str_replace('-', '_', $name))] = trim($value);
        if (strtolower($name) === 'content-length') {
            $length = (int) $value;
        }
    }
    $body = $length > 0 ? stream_get_contents($connection, $length) : '';
    $ours = isOurs(getenv('WEBHOOK_SECRET'), $body);
    // Confirm first, then do the work: the confirmation must arrive within 15 seconds.
    fwrite($connection, ($ours ? 'HTTP/1.1 204 No Content' : 'HTTP/1.1 401 Unauthorized') . "\r\nConnection: close\r\n\r\n");
    fclose($connection);
    return $ours ? json_decode($body, true)['invoice_ids'] : [];
}

// Returns the invoice once a notification has named it and it is in the awaited state.
function fetchOnceNamed($receiver, string $id, callable $isAwaited): array
{
    do {
        $invoice = in_array($id, takeNotification($receiver), true) ? api('GET', "/invoices/$id") : null;
    } while ($invoice === null || !$isAwaited($invoice));
    return $invoice;
}

$company = api('POST', '/companies', [
    'name' => 'Rowing Club Northbank', 'brand' => 'brand_code_1', 'email' => 'office@northbank.example',
    'locale' => 'en', 'country_code' => 'NL', 'currency' => 'EUR',
]);
$import = api('POST', '/imports', ['company_id' => $company['company_id'], 'title' => 'Season 2027']);
$invoice = api('POST', '/invoices', [
    'import_id' => $import['import_id'],
    'external_invoice_number' => '2027-1',
    'customer' => ['name' => ['first_name' => 'Ada', 'last_name' => 'Brandsma'], 'email' => ['email_address' => 'ada@members.example']],
    'invoice_lines' => [['amount_cents' => 4500, 'description' => 'Membership']],
    'amount_total_cents' => 4500,
]);
api('PUT', "/imports/{$import['import_id']}/transmit");
echo "transmitted {$invoice['invoice_id']}\n";

fetchOnceNamed($receiver, $invoice['invoice_id'], fn ($invoice) => true);
echo "notified and verified\n";

// Only in a sandbox: the customer pays at the simulated bank.
api('POST', "/invoices/{$invoice['invoice_id']}/simulated_payments", ['outcome' => 'pay']);
$paid = fetchOnceNamed($receiver, $invoice['invoice_id'], fn ($invoice) => $invoice['amount_total_cents'] === 0);
echo "paid, outstanding {$paid['amount_total_cents']}\n";

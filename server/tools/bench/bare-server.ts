import { createServer } from "node:http";

// The minimum that Node must do: an answer of the same size, from memory. Everything beyond that time is our cost.

const body = "x".repeat(Number(process.env.ANSWER_BYTES));

createServer((request, response) => {
  request.resume();
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length });
  response.end(body);
}).listen(Number(process.env.PORT), process.env.HOST);

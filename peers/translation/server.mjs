// A server on the TypeScript SDK that answers `tools/list` and `tools/call` with one of results.json: `node server.mjs 0`.
import { readFileSync } from "node:fs";
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const results = JSON.parse(readFileSync(new URL("results.json", import.meta.url)));
const { method, result } = results[process.argv[2]];
serveStdio(() => {
    const server = new Server({ name: "server", version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler(method, async () => result);
    return server;
});

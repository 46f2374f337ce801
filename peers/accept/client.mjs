// A TypeScript SDK's client, given one result after the other: `node client.mjs ts-1.32`.
//
// The first line written names the protocol versions that the client speaks. Then each line read is one result,
// `{"id", "version", "method", "result", "tools"?, "tool"?}`, where `result` is JSON text and `tools` the text of the
// list that `tool` is in; and each line written is `{"id", "accepted": true}` or `{"id", "rejected": "why"}`.
import { createInterface } from "node:readline";

const MODERN = "2026-07-28";
const SERVER = { name: "server", version: "1" };
const CAPABILITIES = { tools: {}, prompts: {}, resources: {} };
const UNREADABLE = -32700;

const sdk = process.argv[2];
const { Client, deserializeMessage, versions } = await load();

async function load() {
    if (sdk.startsWith("ts-1.")) {
        const { Client } = await import(`${sdk}/client/index.js`);
        const { deserializeMessage } = await import(`${sdk}/shared/stdio.js`);
        const { SUPPORTED_PROTOCOL_VERSIONS } = await import(`${sdk}/types.js`);
        return { Client, deserializeMessage, versions: SUPPORTED_PROTOCOL_VERSIONS };
    }
    const { Client, deserializeMessage, SUPPORTED_PROTOCOL_VERSIONS } = await import(sdk);
    return { Client, deserializeMessage, versions: [MODERN, ...SUPPORTED_PROTOCOL_VERSIONS] };
}

// A transport that answers each request with the text of a result, read as the SDK's own transports read a line.
class Answers {
    constructor(version, results) {
        this.results = {
            initialize: JSON.stringify({ protocolVersion: version, capabilities: CAPABILITIES, serverInfo: SERVER }),
            "server/discover": JSON.stringify({
                resultType: "complete",
                supportedVersions: [version],
                capabilities: CAPABILITIES,
                ttlMs: 0,
                cacheScope: "private",
            }),
            ...results,
        };
    }

    async start() {}

    async close() {
        this.onclose?.();
    }

    async send({ id, method }) {
        if (id !== undefined) {
            this.onmessage(this.answer(id, method));
        }
    }

    // Where the SDK's transports drop a message, and the client would wait in vain, it gets an error.
    answer(id, method) {
        try {
            return deserializeMessage(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${this.results[method]}}`);
        } catch (error) {
            return { jsonrpc: "2.0", id, error: { code: UNREADABLE, message: error.message } };
        }
    }
}

const REQUESTS = {
    "tools/list": (client) => client.listTools(),
    "tools/call": (client, tool) => client.callTool({ name: tool, arguments: {} }),
    "prompts/list": (client) => client.listPrompts(),
    "prompts/get": (client) => client.getPrompt({ name: "prompt", arguments: {} }),
    "resources/list": (client) => client.listResources(),
    "resources/templates/list": (client) => client.listResourceTemplates(),
    "resources/read": (client) => client.readResource({ uri: "file:///resource" }),
};

// What a result is about: as many as were sent have to arrive.
const LISTS = {
    "tools/list": "tools",
    "tools/call": "content",
    "prompts/list": "prompts",
    "prompts/get": "messages",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
    "resources/read": "contents",
};

// Throws what the client throws. Each result gets a new client: they keep tools and answers.
async function take({ version, method, result, tools, tool = "a tool of no list" }) {
    const negotiation = version === MODERN ? { versionNegotiation: { mode: { pin: version } } } : {};
    const client = new Client({ name: "client", version: "1" }, negotiation);
    await client.connect(new Answers(version, { [method]: result, ...(tools && { "tools/list": tools }) }));
    try {
        if (tools) {
            await client.listTools();
        }
        const taken = await REQUESTS[method](client, tool);
        const list = LISTS[method];
        const [sent, arrived] = [JSON.parse(result)[list]?.length ?? 0, taken[list].length];
        if (sent !== arrived) {
            throw new Error(`of ${sent} ${list}, ${arrived} arrived`);
        }
    } finally {
        await client.close();
    }
}

console.log(JSON.stringify({ versions }));
const answer = console.log;
// The SDKs warn where the answers are written.
for (const level of ["debug", "info", "log", "warn", "error"]) {
    console[level] = () => {};
}
for await (const line of createInterface({ input: process.stdin })) {
    const given = JSON.parse(line);
    try {
        await take(given);
        answer(JSON.stringify({ id: given.id, accepted: true }));
    } catch (error) {
        answer(JSON.stringify({ id: given.id, rejected: String(error?.message ?? error) }));
    }
}
// Clients leave timers behind.
process.exit();

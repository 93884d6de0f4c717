import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import type { Client } from './test-app.js';

export const PROTOCOL = '2026-07-28';

/** A message of the newest protocol, which says with each one what a client knows. */
export const message = (method: string, params: object = {}, protocol = PROTOCOL) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': protocol,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});

/** The headers of such a message; those of a call name its tool. */
export const NEWEST = (method: string, tool?: string): Record<string, string> => ({
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': PROTOCOL,
  'Mcp-Method': method,
  ...(tool !== undefined && { 'Mcp-Name': tool }),
});

/** Posts a call of a tool, without a client of the protocol. */
export const postCall = (client: Client, name: string, args: object = {}, headers: Record<string, string> = {}) =>
  client.post('/mcp', message('tools/call', { name, arguments: args }), {
    headers: { ...NEWEST('tools/call', name), ...headers },
  });

/** What a tool answered. */
export interface ToolAnswer {
  text: string;
  /** The data between the marks, or the whole text as JSON. */
  data: any;
  isError: boolean;
}

export function toolAnswer(result: any): ToolAnswer {
  const { text } = result.content[0];
  const [, , marked] = /^<(data-[0-9a-f]+)>\n(.*)\n<\/\1>$/m.exec(text) ?? [];
  return {
    text,
    data: marked || text.startsWith('{') ? JSON.parse(marked ?? text) : null,
    isError: result.isError === true,
  };
}

export interface Assistant {
  mcp: McpClient;
  call(name: string, args?: object): Promise<ToolAnswer>;
}

/** The official client, connected with the credential of a client of the API until the test, or the spec, is over. */
export async function connect(
  client: Client,
  over: (close: () => Promise<void>) => void = onTestFinished,
): Promise<Assistant> {
  const key = client.key!;
  const headers = key.startsWith('wsk_') ? { 'X-API-Key': key } : { Authorization: `Bearer ${key}` };
  const mcp = new McpClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await mcp.connect(new StreamableHTTPClientTransport(new URL('/mcp', client.base), { requestInit: { headers } }));
  over(() => mcp.close());
  return { mcp, call: async (name, args = {}) => toolAnswer(await mcp.callTool({ name, arguments: { ...args } })) };
}

import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, startTestApp, type TestApp } from '../../test/support/test-app.js';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
  client = suite.client;
});
afterAll(() => suite.close());

const headersOf = (key: string) => (key.startsWith('wsk_') ? { 'X-API-Key': key } : { Authorization: `Bearer ${key}` });
it('lists', async () => {
  const mcp = new McpClient({ name: 'test', version: '1' });
  await mcp.connect(new StreamableHTTPClientTransport(new URL(`${suite.base}/mcp`), { requestInit: { headers: headersOf(client.key!) } }));
  const { tools } = await mcp.listTools();
  console.log(JSON.stringify(tools).length, tools.map((t) => t.name).join());
  const d = await mcp.callTool({ name: 'describe', arguments: {} });
  console.log((d.content as any)[0].text);
  const e = await mcp.callTool({ name: 'describe', arguments: { type: 'sales.deal' } });
  console.log((e.content as any)[0].text.length, (e.content as any)[0].text.slice(0, 3000));
  console.log(await mcp.callTool({ name: 'list', arguments: { type: 'sales.pipeline' } }));
  console.log(await mcp.callTool({ name: 'create', arguments: { type: 'sales.contact', fields: { display_name: 'Ada', emaill: 'x' } } }));
  console.log(await mcp.callTool({ name: 'create', arguments: { type: 'sales.contact', fields: { display_name: 'Ada' } } }));
  console.log(await mcp.callTool({ name: 'whoami', arguments: {} }));
  console.log(await mcp.callTool({ name: 'upload_text', arguments: { name: 'a.txt', text: 'hello' } }));
  await mcp.close();
  expect(tools).toHaveLength(11);
});

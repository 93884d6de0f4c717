import type { LoggerService } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newToken } from '../api-keys/api-key.token.js';
import { Browser } from '../../../test/support/browser.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';

const lines: { attempt?: string; ip?: string; account?: string; path?: string }[] = [];
const line = (...parts: any[]) => void lines.push(...parts);
const logger: LoggerService = { log: line, error: line, warn: line, debug: line, verbose: line };

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api', TRUST_PROXY: '1', LOG_LEVEL: 'info' }, { logger });
});
afterAll(() => suite.close());

const logged = (attempt: string) => lines.filter((one) => one.attempt === attempt);
const signIn = (email: string, ip: string) =>
  new Browser(suite.base, { 'X-Forwarded-For': ip }).submit('/sign-in', { email, password: 'a wrong one' });

describe('the log has the network address of attempts that no audit trail holds (D-SIGN-8):', () => {
  it('on unknown accounts, which are named by a keyed digest', async () => {
    for (const email of ['ghost@example.com', 'Ghost@Example.com', 'other@example.com'])
      await signIn(email, '203.0.113.7');
    const found = logged('sign_in.unknown_account');
    expect(found).toHaveLength(3);
    for (const one of found)
      expect(one).toMatchObject({ ip: '203.0.113.7', account: expect.stringMatching(/^[\w-]{22}$/) });
    expect(found[0]!.account).toBe(found[1]!.account);
    expect(found[0]!.account).not.toBe(found[2]!.account);
    expect(JSON.stringify(lines)).not.toMatch(/ghost@/i);
  });

  it('that are refused because there were too many', async () => {
    for (let time = 0; time < 6; time++) await signIn('sixth@example.com', '203.0.113.8');
    expect(logged('sign_in.too_many')).toMatchObject([{ ip: '203.0.113.8' }]);
  });

  it('with unknown keys', async () => {
    const unknown = newToken('test', 'ws_x');
    const answer = await suite.client.get('/v1/office/documents', {
      key: unknown,
      headers: { 'X-Forwarded-For': '203.0.113.9' },
    });
    expect(answer.status).toBe(401);
    expect(logged('api_key.unknown')).toMatchObject([{ ip: '203.0.113.9' }]);
    expect(JSON.stringify(lines)).not.toContain(unknown);
  });

  it('with unknown keys, ten a minute of each network', async () => {
    const ask = (ip: string) =>
      suite.client.get('/v1/office/documents', { key: newToken('test', 'ws_x'), headers: { 'X-Forwarded-For': ip } });
    for (let times = 0; times < 15; times++) expect((await ask('203.0.113.11')).status).toBe(401);
    await ask('203.0.113.12');
    const from = (ip: string) => logged('api_key.unknown').filter((one) => one.ip === ip);
    expect([from('203.0.113.11').length, from('203.0.113.12').length]).toEqual([10, 1]);
    expect(from('203.0.113.11').at(-1)).toMatchObject({ omitted: 'further lines of this minute' });
  });

  it('in the line of each request', async () => {
    await suite.client.get('/health/live', { headers: { 'X-Forwarded-For': '203.0.113.10' } });
    await expect
      .poll(() => lines.filter(({ ip }) => ip === '203.0.113.10'))
      .toMatchObject([{ path: '/health/live', status: 200 }]);
  });
});

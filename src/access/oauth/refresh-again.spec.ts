import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Browser } from '../../../test/support/browser.js';
import {
  askAsClient,
  BEHIND_PROXY,
  browserOf,
  identityOf,
  refresh,
  type RegisteredClient,
  registerClient,
  type Tokens,
  tokensOf,
} from '../../../test/support/oauth.js';
import { makeUser } from '../../../test/support/people.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { Redemptions } from './redemptions.js';

const DOCUMENTS = '/v1/office/documents';

let suite: TestApp;
let client: RegisteredClient;
let browser: Browser;
beforeAll(async () => {
  suite = await startTestApp(BEHIND_PROXY);
  client = await registerClient(suite);
  browser = await browserOf(suite, await makeUser(suite, { roles: ['office:editor'] }));
});
afterAll(() => suite.close());

const read = async (token: string) => (await suite.client.get(DOCUMENTS, { key: token })).status;
const begin = () => tokensOf(suite, client, browser);

/** A refresh token that was used once, and what it gave. */
async function refreshed(): Promise<{ used: string; first: Tokens; given: Tokens }> {
  const first = await begin();
  const { body } = await refresh(suite, client, first.refresh_token);
  return { used: first.refresh_token, first, given: body };
}

async function expectReuse(answer: { status: number; body: any }, ...ended: Tokens[]): Promise<void> {
  expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant']);
  for (const { access_token, refresh_token } of ended) {
    expect(await read(access_token)).toBe(401);
    expect((await refresh(suite, client, refresh_token)).body.error).toBe('invalid_grant');
  }
}

describe('A refresh token that is used again within 10 seconds', () => {
  it('gets the same answer, as often as it is asked', async () => {
    const { refresh_token } = await begin();
    const first = await refresh(suite, client, refresh_token);
    // However long the rounds take.
    const now = suite.clock.now() + 9_000;
    vi.spyOn(suite.clock, 'now').mockImplementation(() => now);
    onTestFinished(() => void vi.restoreAllMocks());
    for (let round = 0; round < 3; round++) {
      const again = await refresh(suite, client, refresh_token);
      expect([again.status, again.text]).toEqual([200, first.text]);
      expect(again.headers.get('cache-control')).toBe('no-store');
    }
    expect(await read(first.body.access_token)).toBe(200);
    expect((await refresh(suite, client, first.body.refresh_token)).status).toBe(200);
  });

  it('gets it from every process', async () => {
    const beside = await startTestApp(BEHIND_PROXY, { beside: suite });
    try {
      const { used, given } = await refreshed();
      expect((await refresh(beside, client, used)).body).toEqual(given);
    } finally {
      await beside.close();
    }
  });

  it('gives many at once the same tokens, which work', async () => {
    const { refresh_token } = await begin();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(suite, client, refresh_token)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await read(answers[0]!.body.access_token)).toBe(200);
  });

  it('ends the grant where the access token it gave has been used', async () => {
    const { used, first, given } = await refreshed();
    expect(await read(given.access_token)).toBe(200);
    await expectReuse(await refresh(suite, client, used), first, given);
  });

  it('ends the grant where the access token it gave has been used in another process', async () => {
    const beside = await startTestApp(BEHIND_PROXY, { beside: suite });
    try {
      const { used, given } = await refreshed();
      expect((await beside.client.get(DOCUMENTS, { key: given.access_token })).status).toBe(200);
      await expectReuse(await refresh(suite, client, used), given);
    } finally {
      await beside.close();
    }
  });

  it('ends the grant where the refresh token it gave has been used', async () => {
    const { used, given } = await refreshed();
    const { body: next } = await refresh(suite, client, given.refresh_token);
    await expectReuse(await refresh(suite, client, used), given, next);
  });

  it('ends the grant where the access token it gave has been revoked', async () => {
    const { used, given } = await refreshed();
    await askAsClient(suite, '/oauth/revoke', { token: given.access_token, ...identityOf(client) });
    await expectReuse(await refresh(suite, client, used), given);
  });

  it('gives another client nothing', async () => {
    const { used, given } = await refreshed();
    const other = await registerClient(suite);
    expect((await refresh(suite, other, used)).body.error).toBe('invalid_grant');
    expect(await read(given.access_token)).toBe(200);
  });
});

describe('A refresh token that is used again later', () => {
  it('ends the grant', async () => {
    const { used, first, given } = await refreshed();
    suite.clock.advance(11);
    await expectReuse(await refresh(suite, client, used), first, given);
  });
});

describe('The answer that may be asked for again', () => {
  const stored = async () => {
    const { rows } = await suite.database.execute('select answer from oauth_artifacts where answer is not null');
    return rows.map(({ answer }) => answer as string);
  };

  it('is kept encrypted, and for those seconds only', async () => {
    suite.clock.advance(60);
    await suite.app.get(Redemptions).forgetAnswers();
    const { given } = await refreshed();
    expect(await stored()).toEqual([expect.stringMatching(/^v2\./)]);
    for (const token of [given.access_token, given.refresh_token]) {
      const { rows } = await suite.database.execute('select 1 from oauth_artifacts a where a::text like $1', [
        `%${token}%`,
      ]);
      expect(rows).toEqual([]);
    }
    suite.clock.advance(10);
    await suite.app.get(Redemptions).forgetAnswers();
    expect(await stored()).toEqual([]);
  });
});

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkTo, makeUser } from '../../../test/support/people.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { asSystem } from '../../platform/index.js';
import { UserLinks } from '../links/user-links.service.js';

const WORKSPACE = '/v1/access/workspace';
const LOGO = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==';
const BRAND = { name: 'Engines & <Söhne>', accent_color: '#ffee00', logo: LOGO };

describe('The brand of a workspace', () => {
  let suite: TestApp;
  beforeAll(async () => {
    suite = await startTestApp({ ROLE: 'api' });
  });
  afterAll(() => suite.close());

  async function visit(path: string) {
    const answer = await fetch(suite.base + path);
    return { text: await answer.text(), policy: answer.headers.get('content-security-policy')! };
  }

  it('is none until an admin sets it: the name alone is told to nobody who is not signed in', async () => {
    await suite.client.patch(WORKSPACE, { name: 'Secret plans' });
    const { text, policy } = await visit('/sign-in');
    expect(text).toContain('Workspace Suite');
    expect(text).not.toContain('Secret plans');
    expect(policy).toContain(`default-src 'none'; style-src 'self'; script-src`);
  });

  it('is on the pages to sign in of a deployment with one workspace, and allowed by the policy of these', async () => {
    const { status, body } = await suite.client.patch(WORKSPACE, BRAND);
    expect([status, body.accent_color, body.logo]).toEqual([200, '#ffee00', LOGO]);
    for (const path of ['/sign-in', '/forgot-password', '/reset-password?token=none']) {
      const { text, policy } = await visit(path);
      expect(text).toContain(`<p class="brand"><img src="${LOGO}" alt="" />Engines &amp; &lt;Söhne&gt;</p>`);
      const [, style] = /<style>(.*?)<\/style>/s.exec(text)!;
      const hash = createHash('sha256').update(style!).digest('base64');
      expect(policy).toContain(`default-src 'none'; style-src 'self' 'sha256-${hash}'; img-src data:; `);
      // As dark as its text on a light ground needs it, and as it is on a dark one.
      expect(style).toMatch(/^:root\{--accent:#736b00;.*dark\)\{:root\{--accent:#ffee00;/);
    }
  });

  it('is taken away with null', async () => {
    await suite.client.patch(WORKSPACE, { accent_color: null, logo: null });
    const { text } = await visit('/sign-in');
    expect(text).not.toMatch(/<style|<img|Engines/);
    await suite.client.patch(WORKSPACE, BRAND);
  });

  it('is on pages and mails of its own workspace alone', async () => {
    const other = await suite.workspace('Other');
    const invite = async (workspaceId: string) => {
      const user = await makeUser(suite, { status: 'pending', password_hash: null }, workspaceId);
      const send = () => suite.app.get(UserLinks).invite(user);
      await asSystem(workspaceId, () => suite.database.transaction(send));
      return visit(await linkTo(suite, user.email));
    };
    expect((await invite(suite.workspaceId)).text).toContain(LOGO);
    expect((await invite(other.id)).text).not.toMatch(/<img|Engines|<style/);
    expect((await visit(`/sign-in?workspace=${suite.workspaceId}`)).text).toContain(LOGO);
    for (const path of ['/sign-in', `/sign-in?workspace=${other.id}`, '/sign-in?workspace=ws_none'])
      expect((await visit(path)).text).not.toMatch(/<img|Engines|Other/);
  });

  it('is not shown of a workspace that is at another deployment, beside which others are alone', async () => {
    const alone = await startTestApp({ ROLE: 'api' });
    try {
      const away = await alone.workspace('Away');
      await away.client.patch(WORKSPACE, { ...BRAND, name: 'Away' });
      await alone.client.patch(WORKSPACE, BRAND);
      const at = async (query: string) => (await fetch(`${alone.base}/sign-in${query}`)).text();
      expect(await at('')).not.toContain(LOGO);
      await alone.database.execute(
        `insert into workspace_freezes (workspace_id, frozen_at, still, hidden) values ($1, now(), true, true)`,
        [away.id],
      );
      expect(await at('')).toContain('Engines');
      expect(await at(`?workspace=${away.id}`)).not.toMatch(/<img|Away/);
    } finally {
      await alone.close();
    }
  });

  it('is changed by admins alone, and the trail shows no picture', async () => {
    const { client } = await suite.signedIn('office:editor');
    expect((await client.patch(WORKSPACE, { logo: null })).status).toBe(403);
    const entries = await suite.client.get(`/v1/guard/audit-logs?resource_id=${suite.workspaceId}`);
    expect(entries.text).toContain('logo');
    expect(entries.text).not.toContain(LOGO);
    expect((await client.get('/v1/access/me')).text).not.toContain(LOGO);
  });
});

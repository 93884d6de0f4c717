import { setTimeout as sleep } from 'node:timers/promises';
import { SuiteError } from '#client';
import { type Company, teamOf } from './company.js';

/** Rules that come with every workspace and are switched on here. */
const BUILT_INS = ['Many refused attempts from one address', 'A role of an admin was given', 'An API key was created'];

/** Policies and alert rules, before there is anything to watch. */
export async function watch({ suite, groups }: Company): Promise<void> {
  const activate = (id: string) =>
    suite.patch('/v1/guard/policies/{id}', { params: { path: { id } }, body: { status: 'active' } });
  const contractors = await suite.post('/v1/guard/policies', {
    body: {
      name: 'Support does not export customers',
      effect: 'deny',
      principals: [{ type: 'group', id: groups.Support! }],
      resources: [{ type: 'sales.*' }],
      actions: ['sales:export'],
    },
  });
  await activate(contractors.id);
  const board = await suite.post('/v1/guard/policies', {
    body: {
      name: 'Board papers are for leadership and finance',
      effect: 'deny',
      principals: ['Engineering', 'Product', 'Sales', 'Support', 'Operations'].map((team) => ({
        type: 'group' as const,
        id: groups[team]!,
      })),
      resources: [{ type: 'office.document', tag: 'board' }],
      actions: ['office:*'],
    },
  });
  await activate(board.id);
  await suite.post('/v1/guard/policies', {
    body: {
      name: 'Nobody deletes signed contracts',
      effect: 'deny',
      principals: [{ type: 'any' }],
      resources: [{ type: 'office.file', tag: 'contract' }],
      actions: ['office:delete'],
    },
  });
  const { data: rules } = await suite.get('/v1/guard/alert-rules', { params: { query: { limit: 100 } } });
  for (const { id } of rules.filter(({ name }) => BUILT_INS.includes(name)))
    await suite.patch('/v1/guard/alert-rules/{id}', { params: { path: { id } }, body: { status: 'active' } });
  const deletions = await suite.post('/v1/guard/alert-rules', {
    body: {
      name: 'Documents deleted in a row',
      description: 'Three documents within ten minutes.',
      severity: 'medium',
      condition: { actions: ['office.document.deleted'], outcome: 'success' },
      threshold: 3,
      window_minutes: 10,
      group_by: 'none',
      runbook: 'Ask them. If it was not them, end their sessions and restore the documents from the trash.',
    },
  });
  await suite.patch('/v1/guard/alert-rules/{id}', {
    params: { path: { id: deletions.id } },
    body: { status: 'active' },
  });
}

/** The alerts that the deeds below make, by their rules. */
const ALERTS = 4;
const POLL_MS = 250;
/** Alerts come within half a minute; a machine that is busy gets twice that. */
const PATIENCE_MS = 60_000;

/** What somebody looks into afterwards: keys, refused attempts, deletions; and the alerts that these make. */
export async function deeds(company: Company): Promise<void> {
  const { suite, as } = company;
  const security = teamOf(company, 'Security');
  await suite.post('/v1/access/api-keys', { body: { name: 'Data warehouse', scopes: ['read:all'] } });
  await suite.post('/v1/access/api-keys', {
    body: { name: 'Careers page', scopes: ['careers:read', 'careers:write'] },
  });
  await suite.post('/v1/access/oauth-clients', {
    body: {
      name: 'Larkfield Notes',
      type: 'public',
      redirect_uris: ['https://notes.larkfield.example/signed-in'],
      scopes: ['office:read', 'office:write'],
    },
  });
  await suite.patch('/v1/access/users/{id}', {
    params: { path: { id: security[1]!.id } },
    body: { roles: ['office:admin'] },
  });
  const { key } = await suite.post('/v1/access/api-keys', { body: { name: 'Old intranet', scopes: ['office:read'] } });
  const intranet = as(key);
  for (let n = 1; n <= 24; n++)
    await refused(intranet.post('/v1/office/documents', { body: { title: `News of day ${n}` } }));
  for (const title of ['Draft of a draft', 'Untitled', 'Copy of Untitled']) {
    const { id } = await suite.post('/v1/office/documents', { body: { title } });
    await suite.delete('/v1/office/documents/{id}', { params: { path: { id } } });
  }
  const alerts = await found(company);
  const about = (words: string) => ({ path: { id: alerts.find(({ title }) => title.includes(words))!.id } });
  await suite.patch('/v1/guard/alerts/{id}', {
    params: about('API key'),
    body: { status: 'resolved', resolution: 'benign' },
  });
  await suite.patch('/v1/guard/alerts/{id}', {
    params: about('in a row'),
    body: { status: 'acknowledged', assignee_id: security[0]!.id },
  });
}

async function found({ suite }: Company) {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(POLL_MS)) {
    const { data } = await suite.get('/v1/guard/alerts');
    if (data.length >= ALERTS || Date.now() > end) return data;
  }
}

async function refused(request: Promise<unknown>): Promise<void> {
  await request.catch((error: unknown) => {
    if (!(error instanceof SuiteError && error.status === 403)) throw error;
  });
}

import { globSync, readFileSync } from 'node:fs';
import { anyOf } from './console-browser.js';
import type { Stage } from './stage.js';

/** The tables of the records that pages show, by the path of the page. */
const TABLES: Record<string, string> = {
  'alert-rules': 'alert_rules',
  alerts: 'alerts',
  'api-keys': 'api_keys',
  'audit-trail/exports': 'guard_exports',
  'boards/deals': 'sales_pipelines',
  'boards/applications': 'jobs',
  'boards/tasks': 'projects',
  candidates: 'applications',
  contacts: 'sales_contacts',
  deals: 'sales_deals',
  documents: 'documents',
  events: 'events',
  files: 'files',
  groups: 'groups',
  'identity-providers': 'identity_providers',
  imports: 'imports',
  jobs: 'jobs',
  'oauth-apps': 'oauth_clients',
  pipelines: 'sales_pipelines',
  policies: 'policies',
  'projects/sprints': 'sprints',
  projects: 'projects',
  'records/id': 'sales_activities',
  tasks: 'tasks',
  time: 'time_entries',
  users: 'users',
  webhooks: 'webhooks',
};

/** The addresses of all screens, each with a record that is there. */
export async function screensOf(stage: Stage, sheet: string): Promise<string[]> {
  const index = globSync('console/screens/*/index.ts').map((file) => readFileSync(file, 'utf8'));
  const paths = index.flatMap((text) => [...text.matchAll(/page\('([^']*)'/g)].map(([, path]) => path!));
  const found: string[] = [];
  const left: string[] = [];
  for (const path of paths) {
    const [above, below] = path.split('/$id');
    if (path === 'sheets/$id') found.push(`sheets/${sheet}`);
    else if (path === 'roles/$role') found.push('roles/office:editor');
    else if (path === 'records/$slug') found.push('records/activities');
    else if (!path.includes('$')) found.push(path.replace(/^\/$/, ''));
    else {
      const table = TABLES[above!];
      const id = table && !below?.includes('$') ? await anyOf(stage, table) : null;
      if (id) found.push(`${above}/${id}${below}`);
      else left.push(path);
    }
  }
  if (left.length) console.error(`Not measured, for want of a record: ${left.join(', ')}.`);
  return found;
}

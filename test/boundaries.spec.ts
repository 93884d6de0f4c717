import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** Which other apps an app may import, through their index.ts. */
const ALLOWED: Record<string, string[]> = {
  access: [],
  batch: [],
  careers: ['access', 'office'],
  console: [],
  events: [],
  favourites: ['access'],
  guard: ['access'],
  imports: [],
  inbox: ['access'],
  mcp: [],
  office: ['access'],
  operations: ['access', 'guard'],
  project: ['access'],
  sales: ['access', 'imports', 'project'],
  search: [],
  views: [],
  webhooks: ['access', 'events'],
};

const APPS = Object.keys(ALLOWED);

/** The folders of the platform from the ground up. A folder imports those before it, and in its own layer only itself. */
const LAYERS = [
  ['tracing'],
  ['errors', 'config', 'database/embedded'],
  ['fields', 'concurrency', 'csv', 'html', 'zip'],
  ['conditions'],
  ['context', 'outgoing'],
  ['language'],
  ['database'],
  ['calendar'],
  ['security'],
  ['audit', 'metrics', 'queues'],
  ['events'],
  ['resource'],
  ['extensions'],
  ['maintenance'],
  ['leased-work'],
  ['mail', 'storage'],
  ['file-jobs'],
  ['imports'],
  ['request'],
  ['search'],
  ['http', 'openapi', 'backup'],
  ['site'],
  ['cli'],
  [''],
];

/**
 * The folders of each app from the ground up, by the same rule; types count too. Files right in the app's folder are its
 * ground, which all its folders may import. Only its modules, its commands and its index.ts stand on top. A folder that the table
 * does not name, such as that of a new resource, may import the others, and none of them imports it.
 */
const FOLDERS: Record<string, string[][]> = {
  access: [
    ['outgoing', 'roles'],
    ['users'],
    ['sessions'],
    ['identity-providers'],
    ['api-keys', 'groups', 'settings'],
    ['pages'],
    ['factors', 'links'],
    ['passwords', 'workspaces'],
    ['sign-in', 'users/management'],
    ['account', 'link-pages', 'me', 'oauth', 'provider-sign-in', 'scim'],
  ],
  batch: [],
  careers: [
    ['pipelines', 'reasons', 'settings'],
    ['jobs'],
    ['applications', 'board'],
    ['candidates', 'notes', 'scorecards', 'stages', 'submissions'],
    ['imports', 'privacy'],
  ],
  console: [],
  events: [],
  favourites: [],
  guard: [['audit-logs'], ['exports', 'policies'], ['alert-rules', 'settings'], ['alerts', 'sealing']],
  imports: [['convert'], ['presets'], ['engine']],
  inbox: [['follows', 'settings'], ['items'], ['mails']],
  mcp: [],
  office: [['files', 'sheets'], ['documents']],
  operations: [['archives', 'backlog', 'backups', 'cells', 'freezes', 'queues', 'tasks', 'usage']],
  project: [
    ['due-work', 'projects', 'settings'],
    ['tasks'],
    ['comments', 'recurrences', 'sprints', 'templates', 'time-entries', 'upkeep'],
    ['calendar-feeds', 'time-report', 'timers'],
  ],
  sales: [
    ['contacts', 'pipelines'],
    ['contacts/activities', 'contacts/imports', 'deals', 'pipelines/forecast'],
    ['contacts/merges', 'deals/activities', 'stages'],
    ['imports'],
  ],
  search: [],
  views: [],
  webhooks: [['webhooks'], ['deliveries'], ['replays', 'sending']],
};

/** Code of apps that asks policies itself, beside those that keep them. */
const ASKING_POLICIES = [
  'src/access/account/account-policies.ts',
  'src/events/event-types.ts',
  'src/guard/audit-logs/audit-entry.repository.ts',
  'src/guard/reviews/reviews.service.ts',
  'src/imports/engine/import-engine.ts',
  'src/imports/engine/imports.service.ts',
  'src/inbox/items/item.resource.ts',
  'src/operations/archives/archives.service.ts',
  'src/views/view.resource.ts',
  'src/views/views.service.ts',
  'src/webhooks/webhooks/subscriptions.ts',
];

/** Files with SQL beside repositories, entities and the filters of DTOs, which are conditions of a list. Each has its reason. */
const SQL_ELSEWHERE: Record<string, string> = {
  'src/careers/applications/attachments.service.ts': 'the sum of stored bytes, declared to `WorkspaceBounds`',
  'src/events/event.store.ts':
    'a condition of its list, which asks the records of events: a part of the query of its store',
  'src/guard/exports/export-file.ts': 'the query of a file that COPY writes: its columns follow the format',
  'src/inbox/items/item.store.ts':
    'a condition of its list, which asks the records of items: a part of the query of its store',
  'src/office/files/files.service.ts': 'the sum of stored bytes, declared to `WorkspaceBounds`',
  'src/project/tasks/task.store.ts': 'a column that a get of one task shows: a part of the query of its store',
  'src/webhooks/replays/replays.processor.ts': 'which replays are due: a part of the claim of its leased work',
};

/**
 * Writes to tables of resources that do not go through their stores: the file and the table, and why it may be without an
 * event and an audit entry of that record.
 */
const RAW_WRITES: Record<string, string> = {
  'src/access/api-keys/api-key.repository.ts api_keys': 'the last use, written every five seconds',
  'src/access/factors/factor.repository.ts factors':
    'the last use, the step of a code, which works once, and the counter of an authenticator',
  'src/access/oauth/redemption.repository.ts sessions': 'the last use and the end of a session that goes on',
  'src/access/sessions/session.repository.ts ${': 'retention: the end of the sessions and tokens has been noted',
  'src/access/sessions/session.repository.ts sessions':
    'the last use; the cookie, of whose change `password_changed` tells; and shorter lifetimes, of which `updated` of the settings does',
  'src/access/workspaces/workspace.repository.ts workspace_settings':
    'a new workspace, with whose owner and first key its trail begins',
  'src/access/users/management/user-reference.repository.ts ${': '`deleted` of the user tells it',
  'src/access/users/user.repository.ts users': 'the same password, hashed at a higher cost',
  'src/careers/jobs/job.repository.ts applications': 'the owner is a copy of that of the job, which has the event',
  'src/careers/privacy/privacy.repository.ts application_notes': '`anonymized` of the application tells it',
  'src/careers/scorecards/scorecard.repository.ts applications':
    'the score is computed from scorecards, which have the event',
  'src/careers/scorecards/scorecard.repository.ts scorecards': '`anonymized` of the application tells it',
  'src/guard/alerts/alert.repository.ts alert_rules': 'the time of the last alert, which has the event',
  'src/guard/alerts/alert.repository.ts alerts': 'further events of an open alert: its own event told of the first',
  'src/guard/reviews/review.repository.ts reviews':
    'the approvers of a policy as they are now, of whose change its own event tells',
  'src/guard/sealing/checkpoints/checkpoint.repository.ts audit_checkpoints':
    'a seal over entries is none of them itself',
  'src/guard/sealing/trail-archive.repository.ts audit_checkpoints': 'the trail of an imported workspace, as it was',
  'src/guard/sealing/trail-archive.repository.ts audit_entries': 'the trail of an imported workspace, as it was',
  'src/guard/sealing/purge.repository.ts ${': 'retention of audit entries, which leaves a signed record of the purge',
  'src/imports/engine/import.repository.ts import_problems':
    'what a worker tells about an import, which has the events',
  'src/imports/engine/import.repository.ts imports':
    'leases and progress of a worker; its end has the event, and expiry is retention',
  'src/inbox/items/item.repository.ts ${': 'the items of deleted users, of which `deleted` of the user tells',
  'src/inbox/items/item.repository.ts inbox_items':
    'notices of events, which the log has; that a person has read one concerns nobody else',
  'src/office/files/uploads/upload.repository.ts uploads': 'the parts: its end has the event',
  'src/operations/archives/workspace-tables.repository.ts ${':
    'records of an imported workspace, whose changes its audit log tells already',
  'src/project/calendar-feeds/calendar-feed.repository.ts calendar_feeds': '`deleted` of the project tells it',
  'src/project/recurrences/recurrence.repository.ts recurrences':
    '`deleted` of the project tells it; when the next task is made is internal',
  'src/project/sprints/sprint.repository.ts sprints': '`deleted` of the project tells it',
  'src/project/tasks/task.repository.ts tasks': '`deleted` of the project tells it',
  'src/project/time-entries/time-entry.repository.ts tasks': 'the sum of time entries, which have the event',
  'src/project/timers/timer.repository.ts timers': 'the time entry that a timer becomes has the event',
  'src/sales/contacts/imports/import.repository.ts sales_imports':
    'leases and progress of a worker; its end has the event, and expiry is retention',
  'src/webhooks/deliveries/delivery.repository.ts webhook_deliveries':
    'deliveries tell of events themselves; what a person sends again is noted',
  'src/webhooks/replays/replay.repository.ts webhook_deliveries': 'the replay that makes them due has the event',
  'src/webhooks/replays/replay.repository.ts webhook_replays': 'progress of a worker, and retention',
  'src/webhooks/sending/sending.repository.ts webhook_deliveries': 'attempts are shown with their delivery',
  'src/webhooks/sending/sending.repository.ts webhooks': 'the lease of a worker, and how the last attempts went',
  'src/webhooks/webhooks/waiting-deliveries.repository.ts webhook_deliveries':
    '`updated`, `paused` or `deleted` of the webhook tells it',
};

/** Where only types of higher folders are named: the context carries what those put into it. */
const CARRIES = 'src/platform/context/request-context.ts';

interface Source {
  path: string;
  /** What it imports or exports from, as written. */
  imports: string[];
  /** Those of them that are there at run time, and not for types only. */
  loaded: string[];
  text: string;
  /** Every identifier in it. */
  names: Set<string>;
  /** Identifiers that are no name of a field. */
  free: Set<string>;
  /** Every `a.b` in it. */
  members: Set<string>;
  /** Every string and template in it, as written. */
  texts: string[];
}

/** A statement in SQL: a read, or a write and the table that it changes. */
const STATEMENT = /\b(select\b[^;]*\bfrom|insert into|delete from|update \S+( \w+)? set)\b/;
const WRITE = /\b(?:insert into|delete from|update)\s+(\w+|\$\{)/g;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const all = globSync('{src,test,migrations,bench,examples}/**/*.ts', { cwd: root }).toSorted().map(parse);
const samples = all.filter(({ path }) => path.endsWith('.sample.ts'));
const examples = all.filter(({ path }) => path.startsWith('examples/') && !/\.(spec|sample)\.ts$/.test(path));
// Tests may reach anywhere.
const code = all.filter(({ path }) => path.startsWith('src/') && !/\.(spec|sample)\.ts$/.test(path));

describe('imports', () => {
  // In tests TypeORM loads migrations, and Node the worker of the engine, as they are written.
  it('relative ones name a file with its .js ending, in migrations and worker threads with that of their source', () => {
    const asWritten = /^migrations\/|\/engine(\.worker|-model|-workbook)\.ts$/;
    const ending = (path: string) => (asWritten.test(path) ? '.ts' : '.js');
    expect(
      offences(all, ({ path, imports }) =>
        imports.filter((from) => from.startsWith('.') && !from.endsWith(ending(path))),
      ),
    ).toEqual([]);
  });

  it('the platform knows no app', () => {
    const platform = code.filter(({ path }) => unitOf(path) === 'platform');
    expect(offences(platform, (source) => targets(source).filter((target) => unitOf(target) !== 'platform'))).toEqual(
      [],
    );
  });

  it('folders of the platform import only those of lower layers', () => {
    const platform = code.filter(({ path }) => unitOf(path) === 'platform');
    const upward = (source: Source) => {
      const own = folderOf(source.path);
      const imports = source.path === CARRIES ? { ...source, imports: source.loaded } : source;
      return targets(imports).filter((target) => folderOf(target) !== own && layerOf(target) >= layerOf(source.path));
    };
    expect(offences(platform, (source) => (layerOf(source.path) < 0 ? ['has no layer'] : []))).toEqual([]);
    expect(offences(platform, upward)).toEqual([]);
  });

  it('folders of an app import only those of lower layers', () => {
    const ordered = code.filter(({ path }) => unitOf(path) in FOLDERS);
    const upward = (source: Source) => {
      const [own, height] = [partOf(source.path), heightOf(source.path)];
      const inside = targets(source).filter((target) => unitOf(target) === unitOf(source.path));
      return inside.filter((target) => {
        const other = heightOf(target);
        return other > height || (other === height && partOf(target) !== own);
      });
    };
    expect(offences(ordered, upward)).toEqual([]);
    expect(Object.keys(FOLDERS)).toEqual(APPS);
  });

  it('samples import the tools of the tests and their own folder only', () => {
    const elsewhere = ({ path, imports }: Source) =>
      targets({ path, imports }).filter(
        (target) => !target.startsWith('test/support/') && !target.startsWith(`${posix.dirname(path)}/`),
      );
    expect(offences(samples, elsewhere)).toEqual([]);
  });

  it('nothing but the tests imports samples', () => {
    const importing = (source: Source) => targets(source).filter((target) => target.endsWith('.sample.ts'));
    expect(offences([...code, ...samples], importing)).toEqual([]);
  });

  it('apps import of the platform only its index.ts, which says what is public', () => {
    const apps = [...code.filter(({ path }) => APPS.includes(unitOf(path))), ...examples];
    const inner = (source: Source) =>
      targets(source).filter((target) => unitOf(target) === 'platform' && target !== 'src/platform/index.ts');
    expect(offences(apps, inner)).toEqual([]);
  });

  it('apps and what starts them meet other apps through their index.ts only', () => {
    const inside = (source: Source) =>
      targets(source).filter((target) => {
        const app = unitOf(target);
        return APPS.includes(app) && app !== unitOf(source.path) && target !== `src/${app}/index.ts`;
      });
    expect(offences(code, inside)).toEqual([]);
  });

  it('apps import each other along the table only, which has no circle', () => {
    const apps = code.filter(({ path }) => APPS.includes(unitOf(path)));
    const forbidden = ({ path, imports }: Source) => {
      const allowed = ['platform', unitOf(path), ...ALLOWED[unitOf(path)]!];
      return targets({ path, imports }).filter((target) => !allowed.includes(unitOf(target)));
    };
    expect(offences(apps, forbidden)).toEqual([]);
    for (const app of APPS) expect(reachable(app), `${app} reaches itself`).not.toContain(app);
  });

  it('the kit of the console stands below its screens, and these below the frame', () => {
    const layers = ['languages', 'kit', 'screens', 'app'];
    const layerIn = (path: string) => layers.indexOf(path.split('/')[1]!);
    const files = globSync('console/{languages,kit,screens,app}/**/*.{ts,tsx}', { cwd: root }).toSorted().map(parse);
    const upward = (source: Source) =>
      targets(source).filter((target) => layerIn(target) < 0 || layerIn(target) > layerIn(source.path));
    expect(offences(files, upward)).toEqual([]);
  });

  it('packages are those that stay when the development tools are pruned', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const installed = all.filter(
      ({ path }) => code.some((source) => source.path === path) || path.startsWith('migrations'),
    );
    const missing = ({ loaded }: Source) =>
      loaded
        .filter((from) => !from.startsWith('.') && !isBuiltin(from))
        .map((from) => /^(@[^/]+\/)?[^/]+/.exec(from)![0])
        .filter((name) => !(name in dependencies));
    expect(offences(installed, missing)).toEqual([]);
  });

  it('every app is in the table', () => {
    const folders = new Set(code.map(({ path }) => unitOf(path)).filter((unit) => unit !== 'platform' && unit !== ''));
    expect([...folders].filter((folder) => !APPS.includes(folder))).toEqual([]);
  });
});

describe('code that only some places may use', () => {
  // Enforcement is by default: the request path asks about routes and the records on their paths, stores about all other records.
  it('what policies deny: the platform, and code that acts for somebody else or reads records without their store', () => {
    const asks = ['refuseDenied', 'restrictions', 'Restrictions', 'Denials', 'refuseRoute', 'refuseExport'];
    const apps = code.filter(({ path }) => APPS.includes(unitOf(path)) && !path.startsWith('src/guard/policies/'));
    const asking = apps.filter(({ names }) => asks.some((name) => names.has(name))).map(({ path }) => path);
    expect(asking).toEqual(ASKING_POLICIES);
  });

  it('the ORM around the stores: only the database folder and the stores', () => {
    const raw = [
      'DataSource',
      'EntityManager',
      'Repository',
      'InjectDataSource',
      'InjectEntityManager',
      'InjectRepository',
      'dataSource',
    ];
    const elsewhere = code.filter(({ path }) => !/^src\/platform\/(database\/|resource\/stores?[.-])/.test(path));
    expect(offences(elsewhere, ({ names }) => raw.filter((name) => names.has(name)))).toEqual([]);
  });

  it('cursors of lists: stores, which ask the policies, and what pages through things that are in no table', () => {
    const paging = code.filter(({ path, names }) => APPS.includes(unitOf(path)) && names.has('Cursors'));
    const outside = [
      'src/careers/reasons/reasons.controller.ts',
      'src/operations/backlog/backlog.service.ts',
      'src/operations/queues/queues.service.ts',
    ];
    expect(paging.map(({ path }) => path)).toEqual(outside);
  });

  it('the environment: only the settings, the entry points, and the code that hands it on to a process it starts', () => {
    const readers = ['src/platform/config/read-settings.ts', 'src/platform/database/embedded/run.ts'];
    const elsewhere = code.filter(({ path }) => !readers.includes(path) && !isEntry(path));
    const reads = ({ imports, members }: Source) =>
      [...members, ...imports].filter((name) => ['process.env', 'node:process', 'process'].includes(name));
    expect(offences(elsewhere, reads)).toEqual([]);
  });

  it('the console: only the entry points', () => {
    const elsewhere = code.filter(({ path }) => !isEntry(path));
    expect(offences(elsewhere, ({ free }) => (free.has('console') ? ['console'] : []))).toEqual([]);
  });
});

describe('the door to the data', () => {
  const apps = code.filter(({ path }) => APPS.includes(unitOf(path)));

  it('SQL stands in repositories', () => {
    const elsewhere = apps.filter(({ path }) => !/\.(repository|entity|dto)\.ts$/.test(path));
    const found = elsewhere.filter(({ texts }) => texts.some((text) => STATEMENT.test(text)));
    expect(found.map(({ path }) => path)).toEqual(Object.keys(SQL_ELSEWHERE).toSorted());
  });

  it('tables of resources are written by their stores', () => {
    const tables = code.flatMap(({ text }) =>
      [...text.matchAll(/@ResourceEntity\(\w+, '(\w+)'/g)].map((match) => match[1]!),
    );
    const written = apps.flatMap(({ path, texts }) =>
      texts
        .flatMap((text) => [...text.matchAll(WRITE)].map((match) => match[1]!))
        .filter((table) => tables.includes(table) || table.startsWith('$'))
        .map((table) => `${path} ${table}`),
    );
    expect([...new Set(written)].toSorted()).toEqual(Object.keys(RAW_WRITES).toSorted());
  });
});

/** Each offence as `file: what`, so that a failure can be read. */
function offences(sources: Source[], find: (source: Source) => string[]): string[] {
  expect(sources).not.toHaveLength(0);
  return sources.flatMap((source) => find(source).map((what) => `${source.path}: ${what}`));
}

/** The files of ours that a file imports. */
function targets({ path, imports }: Pick<Source, 'path' | 'imports'>): string[] {
  const relative = imports.filter((from) => from.startsWith('.'));
  return relative.map((from) => posix.join(posix.dirname(path), from).replace(/\.js$/, '.ts'));
}

/** The folder directly under src; empty for the files there. */
function unitOf(path: string): string {
  const [top, folder, ...rest] = path.split('/');
  return top === 'src' && rest.length ? folder! : '';
}

/** The folder of a file of the platform; empty for the files right there. */
const folderOf = (path: string) => posix.dirname(path).slice('src/platform/'.length);
const layerOf = (path: string) => LAYERS.findIndex((folders) => folders.includes(folderOf(path)));

/** The place of a file in its app: 0 for the ground, then its layers, then what stands on top; -1 where it has none. */
/** The folder of an app as the table names it: a folder inside another one that stands there alone is a part of that one. */
function partOf(path: string): string {
  const named = FOLDERS[unitOf(path)]!.flat();
  const folder = posix.dirname(path).slice(`src/${unitOf(path)}/`.length);
  return named.includes(folder) ? folder : (named.find((each) => folder.startsWith(`${each}/`)) ?? folder);
}

function heightOf(path: string): number {
  const layers = FOLDERS[unitOf(path)]!;
  const folder = partOf(path);
  if (folder === '') return /(\/index|\.module|\.cli)\.ts$/.test(path) ? layers.length + 2 : 0;
  return layers.findIndex((folders) => folders.includes(folder)) + 1 || layers.length + 1;
}

function reachable(app: string, seen = new Set<string>()): Set<string> {
  for (const next of ALLOWED[app] ?? []) {
    if (!seen.has(next)) reachable(next, seen.add(next));
  }
  return seen;
}

const isEntry = (path: string) => /^src\/(main|server|start|cli|commands|run-commands)\.ts$/.test(path);

function parse(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const importsOf = (source: string) =>
    ts.preProcessFile(source, true, true).importedFiles.map(({ fileName }) => fileName);
  const imports = importsOf(text);
  const loaded = importsOf(text.replace(/^import type .*$/gm, ''));
  const [names, free, members] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const fields = new Set<ts.Node>();
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertySignature(node) || ts.isPropertyAssignment(node) || ts.isPropertyAccessExpression(node))
      fields.add(node.name);
    if (ts.isBindingElement(node) && node.propertyName) fields.add(node.propertyName);
    if (ts.isIdentifier(node)) {
      names.add(node.text);
      if (!fields.has(node)) free.add(node.text);
    }
    if (ts.isPropertyAccessExpression(node)) members.add(node.getText(file));
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) texts.push(node.getText(file));
    ts.forEachChild(node, visit);
  };
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  visit(file);
  return { path, imports, loaded, text, names, free, members, texts };
}

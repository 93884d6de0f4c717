import type { INestApplication } from '@nestjs/common';
import { Database } from '../src/platform/database/database.js';
import { Cursors, type PageQuery } from '../src/platform/resource/page.js';
import { StoreRegistry } from '../src/platform/resource/stores.module.js';
import { fieldsOf } from '../src/platform/fields/field-spec.js';
import { type Route, Routes } from '../src/platform/request/routes.js';

export interface Measured {
  /** PostgreSQL's time in milliseconds: the least of some runs. */
  ms: number;
  /** Rows that it read from tables and indexes for the page. */
  read: number;
  /** Tables that were scanned for the page without an index, and how many rows were read. */
  scans: string[];
  total: number;
  /** More match than `total` says. */
  bounded: boolean;
}

interface Statement {
  text: string;
  values: unknown[];
}

interface Asked {
  /** One, or more where a GIN condition is not answered by the newest rows alone. */
  statements: Statement[];
  total: number;
  bounded: boolean;
  next: string | null;
}

/** Lists of a fixed or small number of things, which may be read whole. */
const SMALL: Record<string, string> = {
  '/v1/access/roles': 'Roles are part of the program.',
  '/v1/access/identity-providers': 'Admins make them one by one.',
  '/v1/guard/reviews': 'People decide about them one by one.',
  '/v1/project/templates': 'A workspace has at most 100.',
  '/v1/inbox': 'It is of a person, and keys have none: its own spec asks for the plans at 100 000 items.',
  '/v1/favourites': 'A person has at most 100.',
  '/v1/views': 'A person makes at most 100, one by one.',
  '/v1/webhooks': 'A workspace has at most 50.',
  '/v1/webhooks/:id/replays': 'People start them one by one, and they are kept for 30 days.',
  '/v1/webhooks/replays': 'People start them one by one, and they are kept for 30 days.',
  '/v1/operations/archives': 'Operators start them one by one, and they are kept for 37 days.',
  '/v1/operations/queues': 'Queues are part of the program.',
  '/v1/operations/queues/:name/failed': 'A queue keeps the last thousand.',
  '/v1/operations/extensions': 'Packages are installed one by one.',
  '/v1/operations/backlog': 'What waits or fails is ordered as a whole.',
  '/v1/operations/tasks': 'Maintenance tasks are part of the program.',
  '/v1/operations/directory': 'Workspaces are few beside their records, and one query reads their ids.',
  '/v1/operations/usage': 'Workspaces are ordered as a whole, by what each has of files.',
  '/v1/careers/applications/:id/notes': 'People write them one by one.',
  '/v1/careers/applications/:id/scorecards': 'An application has one for each interviewer and stage.',
  '/v1/careers/candidates': 'A candidate has one active application to each job.',
  '/v1/careers/disqualification-reasons': 'Reasons are part of the program.',
  '/v1/sales/pipelines': 'A workspace has at most 50.',
  '/v1/careers/pipelines': 'A workspace has at most 50.',
  '/v1/careers/pipelines/:pipeline_id/stages': 'A pipeline has at most 50.',
  '/v1/guard/alert-rules': 'A workspace has at most 200.',
  '/v1/guard/policies': 'A workspace has at most 1000.',
};

/** Values of filters that neither the declaration nor the table gives: a frequent one, a rare one, one without a match. */
const VALUES: Record<string, string[]> = {
  tag: ['plan', 'rare', 'none'],
  label: ['bug', 'rare', 'none'],
  contact_id: ['8', '9'].map((n) => `cnt_${n.padStart(26, '0')}`),
  member_id: [`usr_${'1'.padStart(26, '0')}`],
  parent_id: ['none', `task_${'7'.padStart(26, '0')}`],
  // A tenth of all numbers begins with 1: of these words the index has most to read.
  q: ['1', '12', 'user 77', 'document 77', 'task 77', 'deal 77', 'nobody'],
  type: ['office.*', 'access.*', 'office.document.updated', 'office.document.deleted', 'access.user.deactivated'],
  action: ['office.*', 'office.document.created', 'access.*', 'access.user.del*', 'none.*'],
  event_type: ['office.document.created', 'none.of.these'],
  role: ['office:viewer', 'office:member', 'guard:admin'],
  resource_name: ['document 77', 'nobody'],
  ids: [['1', '2'].map((n) => `usr_${n.padStart(26, '0')}`).join()],
};

/** Every list of the application with every sort and filter it takes, found by walking its routes. */
export class Lists {
  readonly #database: Database;

  constructor(
    private readonly app: INestApplication,
    private readonly base: string,
    private readonly key: string,
    private readonly workspaceId: string,
    /** Of a user who is no admin. */
    private readonly member: string,
  ) {
    this.#database = app.get(Database);
  }

  /** The routes of lists that grow. */
  get routes(): Route[] {
    return this.app
      .get(Routes)
      .all.filter(({ endpoint, path }) => endpoint?.page && !SMALL[path] && !path.includes('/me/'));
  }

  async *measure(runs: number, routes = this.routes): AsyncGenerator<[name: string, measured: Measured]> {
    for (const route of routes) {
      const path = await this.#pathOf(route);
      for (const [query, asked] of await this.#queriesOf(route)) {
        const first = await this.#ask(this.key, path, query);
        const name = asked ? `${route.path}?${asked}` : route.path;
        yield [name, await this.#explain(first, runs)];
        const deep = first.total > 1_000 && (await this.#deep(path, query, first));
        if (deep) yield [`${name} (deep)`, await this.#explain(deep, runs)];
      }
      if (route.scope?.startsWith('office:') || path === '/v1/events') {
        yield [`${route.path} (not an admin)`, await this.#explain(await this.#ask(this.member, path, ''), runs)];
      }
    }
  }

  /** With the record that has most of the list's. */
  async #pathOf({ path, loads, endpoint }: Route): Promise<string> {
    // A route about a record of any type gets the one with most entries in the audit log.
    if (!loads) return path.replace(':id', `doc_${'1'.padStart(26, '0')}`);
    const { parent } = endpoint!.resource;
    const child = [...this.app.get(StoreRegistry).all].find(({ resource }) => resource === endpoint!.resource);
    const [largest] = await this.#rows(
      parent && child
        ? `select ${parent.column} as id from ${child.table} where workspace_id = $1 group by 1 order by count(*) desc limit 1`
        : loads.store.table === 'groups'
          ? 'select id from groups where workspace_id = $1 order by member_count desc limit 1'
          : loads.store.table === 'webhooks'
            ? 'select webhook_id as id from webhook_deliveries where workspace_id = $1 limit 1'
            : loads.store.table === 'jobs'
              ? 'select job_id as id from applications where workspace_id = $1 limit 1'
              : `select user_id as id from sessions where workspace_id = $1 limit 1`,
    );
    return path.replace(`:${loads.param}`, largest!.id);
  }

  /** Queries, each with what it is called in a workspace of any size. */
  async #queriesOf(route: Route): Promise<[query: string, asked: string][]> {
    const type = route.query as unknown as typeof PageQuery;
    const queries: [string, string][] = [['', '']];
    const ask = (name: string, value: unknown, called = value) =>
      queries.push([`${name}=${String(value)}`, `${name}=${String(called)}`]);
    for (const sort of type.sorts) for (const direction of ['asc', 'desc']) ask('sort', `${sort}:${direction}`);
    const store = [...this.app.get(StoreRegistry).all].find(({ resource }) => resource === route.endpoint!.resource);
    for (const name of fieldsOf(type.prototype).keys()) {
      if (['limit', 'cursor', 'sort', 'where', 'view', 'group_id'].includes(name)) continue;
      const {
        enum: choices,
        type: kind,
        format,
        minimum,
      } = Reflect.getMetadata('swagger/apiModelProperties', type.prototype, name);
      const column = type.columns[name] ?? name;
      const values = new Set([choices?.slice(0, 6) ?? VALUES[name] ?? []].flat() as string[]);
      for (const value of values) ask(name, value);
      if (values.size) continue;
      if (kind === 'boolean') ask(name, true);
      else if (format === 'date')
        for (const days of [100, 10, -100]) ask(name, daysAgo(days).slice(0, 10), `${days} days ago`);
      else if (format === 'date-time') for (const days of [100, 10, 1]) ask(name, daysAgo(days), `${days} days ago`);
      else if (kind === 'integer') for (const value of [minimum ?? 0, 1_000_000_000]) ask(name, value);
      else {
        const found = await this.#rows(
          `select ${column} as value from ${store!.table} where workspace_id = $1 and ${column} is not null
            group by 1 order by count(*) desc limit 1`,
        );
        const often = String(found[0]!.value);
        ask(name, often, '(often)');
        ask(name, `${often.slice(0, -4)}0000`, '(rare)');
      }
    }
    return queries;
  }

  async #rows(sql: string): Promise<Record<string, any>[]> {
    return (await this.#database.execute(sql, [this.workspaceId])).rows;
  }

  /** Asks for a page and notes the statements that gave it. */
  async #ask(key: string, path: string, query: string): Promise<Asked> {
    const { readPage } = this.#database;
    const statements: Statement[] = [];
    this.#database.readPage = function (...asked) {
      statements.push({ text: asked[0], values: asked[1] });
      return readPage.apply(this, asked) as never;
    };
    try {
      const headers: Record<string, string> = key.startsWith('wsk_')
        ? { 'X-API-Key': key }
        : { Authorization: `Bearer ${key}` };
      const response = await fetch(`${this.base}${path}?${query}`, { headers });
      const body = (await response.json()) as {
        meta: { total: number; total_relation?: string; next_cursor: string | null };
      };
      if (!response.ok) throw new Error(`${path}?${query} answers ${response.status}: ${JSON.stringify(body)}`);
      const { total, total_relation, next_cursor } = body.meta;
      return { statements, total, bounded: total_relation === 'gte', next: next_cursor };
    } finally {
      this.#database.readPage = readPage;
    }
  }

  /** A page in the middle of the list. */
  async #deep(path: string, query: string, { statements, total }: Asked): Promise<Asked | null> {
    const { text, values } = statements[0]!;
    const run = async (sql: string) => (await this.#database.execute(sql, values)).rows as Record<string, any>[];
    const isTried = text.includes('"#matches"');
    let page: string;
    if (isTried) {
      const [{ '#matches': matches }] = (await run(text)) as [Record<string, any>];
      const middle = Math.ceil(matches / 2);
      page = text.replace(/"#ids"\[1:\d+\]/, `"#ids"[${middle}:${middle}]`);
    } else {
      const noTotal = text.replace(
        /, \(select count.*\)::int as "#total"/s,
        (found) => `/* ${values.map((_, n) => `$${n + 1}`)} */${found}`,
      );
      // Parts that are merged each end where the page does.
      page = noTotal
        .replace(/ limit \d+(?=\)(?: page| union|\) page))/g, '')
        .replace(/limit \d+$/, `limit 1 offset ${Math.floor(total / 2)}`);
    }
    const [row] = await run(page);
    if (!row?.id) return null;
    const order = /.* order by (.*?)(?: limit \d+)?$/s.exec(text)![1]!;
    const columns = order
      .replace(/coalesce\((\w+), '(?:-?infinity)?'\)/g, '#$1')
      .split(', ')
      .map((part) => part.split(' ')[0]!);
    const write = Cursors.prototype.write;
    Cursors.prototype.write = function (list, given) {
      return write.call(this, list, [...columns.map((column) => row[column]), given.at(-1)]);
    };
    let cursor: string | null;
    try {
      cursor = (await this.#ask(this.key, path, query)).next;
    } finally {
      Cursors.prototype.write = write;
    }
    return cursor === null ? null : this.#ask(this.key, path, `${query}&cursor=${cursor}`);
  }

  async #explain({ statements, total, bounded }: Asked, runs: number): Promise<Measured> {
    let best: Measured | null = null;
    for (let run = 0; run < runs; run++) {
      const result: Measured = { ms: 0, read: 0, scans: [], total, bounded };
      for (const { text, values } of statements) {
        const plan = await this.#planOf(text, values);
        // It takes longer than a statement may.
        if (!plan) return { ...result, ms: Infinity };
        const read = nodesOf(plan.Plan).filter(isScan);
        result.ms += plan['Execution Time'];
        result.read += sumOf(read);
        result.scans.push(
          ...read
            .filter((node) => node['Node Type'] === 'Seq Scan')
            // A month of the trail is less than that at the sizes of the test.
            .filter((node) => rowsOf(node) > 1_000)
            .map((node) => `${node['Relation Name']} ${rowsOf(node)}`),
        );
      }
      if (!best || result.ms < best.ms) best = result;
    }
    return best!;
  }

  /** Null where the statement is cancelled because it takes too long. */
  async #planOf(text: string, values: unknown[]): Promise<any> {
    try {
      const { rows } = await this.#database.pool.query(`explain (analyze, timing off, format json) ${text}`, values);
      return rows[0]['QUERY PLAN'][0];
    } catch (error) {
      if ((error as { code?: string }).code !== '57014') throw error;
      return null;
    }
  }
}

/** The total is a subquery of its own, which the planner calls an InitPlan. */
const isTotal = (node: any): boolean => node['Parent Relationship'] === 'InitPlan';

/** A node and those below it, except those of the total. */
function nodesOf(plan: any): any[] {
  return [plan, ...(plan.Plans ?? []).filter((node: any) => !isTotal(node)).flatMap(nodesOf)];
}

const isScan = (node: any): boolean =>
  /Scan/.test(node['Node Type']) && !/Subquery|Function|CTE/.test(node['Node Type']);

const sumOf = (nodes: any[]): number => Math.round(nodes.reduce((sum, node) => sum + rowsOf(node), 0));

const rowsOf = (node: any): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops'];

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

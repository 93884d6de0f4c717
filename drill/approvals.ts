import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hashOf } from '../src/platform/security/hash.js';
import type { Api } from './api.js';
import type { Random } from './random.js';

const CONTACTS = '/v1/sales/contacts';
const REVIEWS = '/v1/guard/reviews';
/** Milliseconds that an answer may take. */
const WAIT_MS = 30_000;

/** A request for a contact that needs two approvals. */
interface Asked {
  name: string;
  review: string;
  /** Approvals that were sent, whatever became of them. */
  sent: Set<string>;
  /** Approvals that were answered. */
  answered: Set<string>;
}

interface Answer {
  status: number;
  body: any;
}

/** Asks for contacts, which a policy lets wait for two people, and approves them: by both, by one alone, or several times at once. */
export class ApprovalClient {
  readonly faults: string[] = [];
  readonly #asked: Asked[] = [];
  #people: { id: string; token: string }[] = [];

  constructor(
    private readonly api: Api,
    private readonly key: string,
    private readonly random: Random,
  ) {}

  /** Makes two people who are signed in, and the policy. */
  async open(databaseUrl: string): Promise<void> {
    const database = new pg.Client(databaseUrl);
    await database.connect();
    for (const name of ['First', 'Second']) {
      const user = { email: `${name.toLowerCase()}@example.com`, display_name: name, roles: ['sales:admin'] };
      const { body } = await this.#until('POST', '/v1/access/users', this.key, user, [201]);
      const token = randomBytes(32).toString('base64url');
      await database.query(
        `with session as (
           insert into sessions (workspace_id, id, user_id, auth_method, auth_time, last_active_at, expires_at, created_at, updated_at,
             revision)
           select workspace_id, 'ses_' || substr($2, 1, 26), id, 'oauth', now() + interval '1 day', now(), now() + interval '2 days',
             now(), now(), 1 from users where id = $1 returning workspace_id, id)
         insert into access_tokens (workspace_id, hash, session_id, scopes, payload, created_at, expires_at)
         select workspace_id, $2, id, '{sales:read,sales:write}', '{}', now(), now() + interval '1 day' from session`,
        [body.id, hashOf(token)],
      );
      await database.query(`update users set status = 'active' where id = $1`, [body.id]);
      this.#people.push({ id: body.id, token });
    }
    await database.end();
    const policy = {
      name: 'Contacts',
      effect: 'review',
      status: 'active',
      principals: [{ type: 'any' }],
      resources: [{ type: 'sales.contact' }],
      actions: ['sales:write'],
      approvers: this.#people.map(({ id }) => ({ type: 'user', id })),
      approvals: 2,
    };
    await this.#until('POST', '/v1/guard/policies', this.key, policy, [201]);
    // Every process knows of the policy after a moment.
    for (let waits = 0; waits < 20;) {
      const { status } = await this.#until('POST', CONTACTS, this.key, { display_name: 'Before' }, [201, 202]);
      waits = status === 202 ? waits + 1 : 0;
    }
  }

  async work(stopped: () => boolean): Promise<void> {
    const { random } = this;
    for (let count = 1; !stopped(); count++) {
      const name = `Approved ${count}`;
      const { body } = await this.#until('POST', CONTACTS, this.key, { display_name: name }, [202], name);
      const asked: Asked = { name, review: body.review_id, sent: new Set(), answered: new Set() };
      this.#asked.push(asked);
      const by = random.chance(0.2) ? [random.pick(this.#people)] : this.#people;
      await Promise.all(
        by.flatMap((person) => Array.from({ length: random.between(1, 3) }, () => this.#approve(asked, person))),
      );
      await sleep(random.between(0, 50));
    }
  }

  /** Checks each request in the database: run once with both approvals, else not at all. */
  async audit(database: pg.Client): Promise<string[]> {
    const { rows } = await database.query(
      `select r.id, r.status, r.approved_by,
         (select count(*)::int from sales_contacts c where c.workspace_id = r.workspace_id and c.display_name = n.name) as made,
         (select count(*)::int from audit_entries e where e.workspace_id = r.workspace_id and e.action = 'sales.contact.created'
           and e.changes -> 'review' ->> 'to' = r.id) as entries
       from unnest($1::text[], $2::text[]) n (id, name) join reviews r on r.id = n.id`,
      [this.#asked.map(({ review }) => review), this.#asked.map(({ name }) => name)],
    );
    const found = new Map(rows.map((row) => [row.id as string, row]));
    return this.#asked.flatMap((asked) => {
      const row = found.get(asked.review);
      if (!row) return [`the review ${asked.review}, which was answered, is not there`];
      const { status, approved_by, made, entries } = row;
      const isWhole = this.#people.every(({ id }) => approved_by.includes(id));
      const wrong = [
        made > 1 && `was run ${made} times`,
        (made === 1) !== (status === 'executed') && `is ${status}, and there are ${made} contacts`,
        entries !== made && `made ${made} contacts and ${entries} entries that name it`,
        made === 1 && !isWhole && 'was run without its approvals',
        approved_by.some((id: string) => !asked.sent.has(id)) && 'has an approval that nobody sent',
        [...asked.answered].some((id) => !approved_by.includes(id)) && 'lost an approval that was answered',
        asked.answered.size === 2 && made !== 1 && 'has both approvals, and was not run',
      ];
      return wrong.filter((each) => each !== false).map((each) => `the review ${asked.review} ${each}`);
    });
  }

  get counts(): Record<string, number> {
    return {
      'requests for approval': this.#asked.length,
      'with both approvals': this.#asked.filter(({ answered }) => answered.size === 2).length,
    };
  }

  async #approve(asked: Asked, { id, token }: { id: string; token: string }): Promise<void> {
    asked.sent.add(id);
    const path = `${REVIEWS}/${asked.review}/approve`;
    const { status, body } = await this.#until('POST', path, token, undefined, [200, 409]);
    if (status === 200) {
      asked.answered.add(id);
      if (!['pending', 'executed'].includes(body.status))
        this.faults.push(`the review ${asked.review} is ${body.status}: ${body.reason}`);
    }
  }

  /** Repeats a request until one of these answers comes. Another one ends the drill, but for those of what has been killed. */
  async #until(
    method: string,
    path: string,
    token: string,
    body: object | undefined,
    wanted: number[],
    key?: string,
  ): Promise<Answer> {
    for (;;) {
      const answer = await this.#send(method, path, token, body, key);
      if (answer && wanted.includes(answer.status)) return answer;
      const isInFlight = answer?.status === 409 && key !== undefined;
      if (answer && answer.status !== 503 && !isInFlight)
        throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      await sleep(this.random.between(20, 300));
    }
  }

  /** Null where no answer came. */
  async #send(method: string, path: string, token: string, body?: object, key?: string): Promise<Answer | null> {
    try {
      const answer = await fetch(this.random.pick(this.api.servers) + path, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body && { 'Content-Type': 'application/json' }),
          ...(key && { 'Idempotency-Key': key }),
        },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(WAIT_MS),
      });
      return { status: answer.status, body: await answer.json() };
    } catch {
      return null;
    }
  }
}

import { Injectable, Logger } from '@nestjs/common';
import { UsersPort } from '../../access/index.js';
import {
  ApiError,
  asSystem,
  Database,
  InjectStore,
  Mail,
  Maintenance,
  newId,
  type ResourceStore,
  WorkspaceCalendar,
} from '../../platform/index.js';
import { AuditedFields } from '../alert-rules/audited-fields.js';
import type { AlertRule } from '../alert-rules/alert-rule.entity.js';
import { type Entry, groupOf, matcherOf } from '../alert-rules/matching.js';
import { AlertRepository, BATCH_SIZE, BEHIND, type Running } from './alert.repository.js';
import { alertMail } from './alert.mail.js';
import { Alert } from './alert.entity.js';
import { count, EMPTY, isReached, SAMPLES, type Window } from '../alert-rules/windows.js';

/** Workspaces evaluated at once. Each has a connection of the database. */
const MAX_CONCURRENT = 2;
/** Alerts of a rule that are mailed within an hour. */
const MAX_MAILED = 20;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const TITLE_CHARACTERS = 255;

/** Matching entries of one batch, per rule and group. */
interface Hits {
  rule: AlertRule;
  /** Group key of the alert: `actor_id:usr_…`, or empty. */
  key: string;
  entries: Entry[];
}

/** An open alert, or a new one of this batch. */
type Current = Running & { isNew: boolean; first_event_at?: string };

/**
 * Evaluates each new entry of the audit log once, and raises alerts. Entries are read by sequence, the order in which they were
 * sealed. Windows, alerts and cursor are updated in one transaction, so a crash neither duplicates nor loses an alert.
 */
@Injectable()
export class Evaluator {
  readonly #logger = new Logger('Alerts');

  constructor(
    maintenance: Maintenance,
    private readonly database: Database,
    private readonly repository: AlertRepository,
    private readonly users: UsersPort,
    private readonly mail: Mail,
    private readonly calendar: WorkspaceCalendar,
    private readonly fields: AuditedFields,
    @InjectStore(Alert) private readonly alerts: ResourceStore<Alert>,
  ) {
    maintenance.add({
      name: 'guard.alerts',
      description: 'Evaluates alert rules on new entries of the audit log.',
      due: BEHIND,
      run: () => this.run(),
    });
    maintenance.add({
      name: 'guard.alert-windows',
      description: 'Removes expired counters of alert rules.',
      every: HOUR_MS,
      run: () => this.repository.forgetOld(),
    });
  }

  /** Evaluates until nothing is left. A workspace that fails is left out, and its error thrown once the others are done. */
  async run(): Promise<void> {
    const failed = new Map<string, unknown>();
    let progressed = true;
    // Without progress another worker is evaluating the rest.
    while (progressed) {
      progressed = false;
      const behind = await this.repository.behind([...failed.keys()]);
      const evaluate = async () => {
        for (let id; (id = behind.shift());) {
          try {
            if (await asSystem(id, () => this.#catchUp())) progressed = true;
          } catch (error) {
            this.#logger.warn(error, `Alert rules of ${id} were not evaluated.`);
            failed.set(id, error);
            progressed = true;
          }
        }
      };
      await Promise.all(Array.from({ length: MAX_CONCURRENT }, evaluate));
    }
    for (const error of failed.values()) throw error;
  }

  /** Returns whether there were entries. */
  async #catchUp(): Promise<boolean> {
    for (let any = false; ; any = true) {
      const looked = await this.database.transaction(() => this.#evaluateBatch());
      if (looked < BATCH_SIZE) return any || looked > 0;
    }
  }

  async #evaluateBatch(): Promise<number> {
    const entries = await this.repository.take();
    if (!entries?.length) return 0;
    const hits = hitsIn(entries, await this.repository.rules(), (rule) => this.#matcherOf(rule));
    if (hits.length) await this.#evaluate(hits, entries[0]!.timestamp);
    await this.repository.moveTo(entries.at(-1)!.sequence);
    return entries.length;
  }

  /** A rule whose condition names a field that is gone matches nothing, and does not stop the others. */
  #matcherOf({ id, condition }: AlertRule): (entry: Entry) => boolean {
    try {
      return matcherOf(condition, this.fields.changeOf(condition));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#logger.warn(error, `The condition of ${id} cannot be read: change it.`);
      return () => false;
    }
  }

  async #evaluate(hits: Hits[], since: string): Promise<void> {
    const groups = hits.map(({ rule, key }) => [rule.id, key] as const);
    const counted = new Map(
      (await this.repository.counted(groups)).map((each) => [idOf(each.rule_id, each.group_key), each]),
    );
    const running = new Map(
      (await this.repository.running(groups, since)).map((each) => [idOf(each.rule_id, each.dedup_key), each]),
    );
    const kept = [];
    for (const { rule, key, entries } of hits) {
      const at = idOf(rule.id, key);
      let window: Window = counted.get(at)?.window ?? EMPTY;
      let current: Current | null = running.has(at) ? { ...running.get(at)!, isNew: false } : null;
      for (const entry of entries) {
        window = count(window, entry, rule);
        if (current && entry.timestamp < current.dedup_until) {
          current = added(current, entry);
        } else if (isReached(window, rule)) {
          if (current) await this.#write(current, rule);
          current = begun(rule, key, window, entry);
        }
      }
      if (current) await this.#write(current, rule);
      const until = new Date(window.times.at(-1)! + rule.window_minutes * MINUTE_MS).toISOString();
      kept.push({ rule_id: rule.id, group_key: key, window, until });
    }
    await this.repository.keep(kept);
  }

  async #write({ isNew, id, ...current }: Current, rule: AlertRule): Promise<void> {
    if (!isNew) return this.repository.add({ id, ...current });
    const title = current.dedup_key ? `${rule.name}: ${current.dedup_key.replace(/^[a-z_]+:/, '')}` : rule.name;
    const facts = { ...current, title: [...title].slice(0, TITLE_CHARACTERS).join(''), severity: rule.severity };
    const alert = await this.alerts.create(facts as Partial<Alert>, { as: 'triggered', id });
    await this.repository.triggered(rule);
    if (!rule.mail_admins) return;
    // One alert for each group may be thousands at once.
    const recent = await this.repository.recent(rule, MAX_MAILED + 1);
    if (recent > MAX_MAILED) return;
    const { zone } = await this.calendar.here();
    const usual = await this.mail.languageFor(null);
    for (const { email: to, language } of await this.users.adminsOf('guard')) {
      const reader = { to, language: language ?? usual, zone };
      await this.mail.send(alertMail(reader, alert, rule, recent === MAX_MAILED), { about: alert.id });
    }
  }
}

const idOf = (ruleId: string, key: string) => `${ruleId} ${key}`;

/** Matches entries to rules, by group. Entries from before the activation, and those about the rule itself, do not count. */
function hitsIn(
  entries: readonly Entry[],
  rules: readonly AlertRule[],
  matcherOf: (rule: AlertRule) => (entry: Entry) => boolean,
): Hits[] {
  const hits = new Map<string, Hits>();
  for (const rule of rules) {
    const matches = matcherOf(rule);
    for (const entry of entries) {
      const group = groupOf(rule, entry);
      const counts = entry.timestamp >= rule.activated_at! && entry.resource_id !== rule.id;
      if (group === null || !counts || !matches(entry)) continue;
      const key = group && `${rule.group_by}:${group}`;
      const at = idOf(rule.id, key);
      const known = hits.get(at);
      if (known) known.entries.push(entry);
      else hits.set(at, { rule, key, entries: [entry] });
    }
  }
  return [...hits.values()];
}

const begun = (rule: AlertRule, dedup_key: string, { times, ids }: Window, { timestamp }: Entry): Current => ({
  isNew: true,
  id: newId('alr'),
  rule_id: rule.id,
  dedup_key,
  event_count: times.length,
  first_event_at: new Date(times[0]!).toISOString(),
  last_event_at: new Date(times.at(-1)!).toISOString(),
  sample_audit_ids: [...ids],
  dedup_until: new Date(Date.parse(timestamp) + rule.dedup_minutes * MINUTE_MS).toISOString(),
});

const added = (current: Current, { id, timestamp }: Entry): Current => ({
  ...current,
  event_count: current.event_count + 1,
  last_event_at: timestamp > current.last_event_at ? timestamp : current.last_event_at,
  sample_audit_ids: [...current.sample_audit_ids, id].slice(0, SAMPLES),
});

import { Injectable } from '@nestjs/common';
import {
  Clock,
  failure,
  InjectStore,
  invalidField,
  MAX_WHERE,
  type Page,
  RecordTitles,
  ResourceService,
  type ResourceStore,
  Seeds,
} from '../../platform/index.js';
import { AuditLogsService } from '../audit-logs/audit-logs.service.js';
import { TrailAccess } from '../audit-logs/trail-access.js';
import type {
  AlertRuleQuery,
  CreateAlertRule,
  RuleTestView,
  TestAlertRule,
  UpdateAlertRule,
} from './alert-rule.dto.js';
import { type AlertCondition, AlertRule } from './alert-rule.entity.js';
import { alertRules } from './alert-rule.resource.js';
import { BUILT_INS } from './built-ins.js';
import { groupOf, matcherOf } from './matching.js';
import { AlertRuleRepository } from './alert-rule.repository.js';
import { AuditedFields } from './audited-fields.js';
import { count, EMPTY, isReached, SAMPLES, type Window } from './windows.js';

const MAX_RULES = 200;

/** Changing one of these fields invalidates the counts of a rule. */
const COUNTED_BY = ['condition', 'threshold', 'window_minutes', 'group_by'] as const;

@Injectable()
export class AlertRulesService extends ResourceService<AlertRule> {
  constructor(
    @InjectStore(AlertRule) store: ResourceStore<AlertRule>,
    private readonly repository: AlertRuleRepository,
    private readonly auditLogs: AuditLogsService,
    private readonly access: TrailAccess,
    private readonly titles: RecordTitles,
    private readonly fields: AuditedFields,
    private readonly clock: Clock,
    seeds: Seeds,
  ) {
    super(store);
    seeds.add(() => this.#seed());
  }

  /** Active from the next millisecond on, so that creating the workspace raises no alert. */
  async #seed(): Promise<void> {
    const activated_at = this.clock.iso(0.001);
    const rules = BUILT_INS.map((rule) => ({ ...rule, activated_at: rule.status === 'active' ? activated_at : null }));
    await this.store.createMany(rules.map((rule) => [rule, { as: 'seeded' }] as const));
    await this.repository.begin();
  }

  override async list(query: AlertRuleQuery): Promise<Page<object>> {
    const page = await this.store.page(query, AlertRule);
    return { ...page, data: page.data.map((rule) => this.show(rule)) };
  }

  override show(rule: AlertRule): object {
    return { ...rule, built_in: rule.built_in !== null };
  }

  override async create(input: CreateAlertRule): Promise<AlertRule> {
    this.#check(input.condition);
    if ((await this.repository.lock()) >= MAX_RULES) throw failure(alertRules, 'tooMany');
    const isActive = input.status === 'active';
    const rule = await this.store.create({
      ...input,
      built_in: null,
      activated_at: isActive ? this.clock.iso() : null,
    });
    if (isActive) await this.repository.begin();
    return rule;
  }

  /** A rule evaluates entries after its activation. Changing how it counts resets its counts. */
  override async update(rule: AlertRule, { status = rule.status, ...input }: UpdateAlertRule): Promise<AlertRule> {
    if (input.condition) this.#check(input.condition);
    const switched = status !== rule.status;
    const activated_at = status === 'active' ? (rule.activated_at ?? this.clock.iso()) : null;
    await this.repository.lock();
    const updated = await this.store.transition(rule, status, { ...input, activated_at });
    if (switched || COUNTED_BY.some((field) => input[field] !== undefined)) await this.repository.forget(rule);
    if (switched) await (status === 'active' ? this.repository.begin() : this.repository.end());
    return updated;
  }

  /** Keeps its alerts. */
  override async remove(rule: AlertRule): Promise<void> {
    if (rule.built_in !== null) throw failure(alertRules, 'builtIn');
    await this.repository.lock();
    await this.store.remove(rule);
    await this.repository.forget(rule);
    await this.repository.end();
  }

  /** Dry run: the alerts that existing entries would have raised, whether or not the rule is active. */
  async test(rule: AlertRule, { from, to = this.clock.iso() }: TestAlertRule): Promise<RuleTestView> {
    if (from >= to) throw invalidField('from', 'out_of_range', 'from must be earlier than to.');
    const { entries: found, complete } = await this.repository.entries(rule.condition, from, to);
    // A condition on values would tell them to whoever may not read the record.
    const entries = rule.condition.change || rule.condition.when ? await this.access.masked(found) : found;
    const matches = matcherOf(rule.condition, this.fields.changeOf(rule.condition));
    const matching = entries.filter((entry) => groupOf(rule, entry) !== null && matches(entry)).toReversed();
    const windows = new Map<string, Window>();
    let triggering: Window | undefined;
    for (const entry of matching) {
      const group = groupOf(rule, entry)!;
      const window = count(windows.get(group) ?? EMPTY, entry, rule);
      windows.set(group, window);
      if (isReached(window, rule)) triggering ??= window;
    }
    const ids = triggering ? [...triggering.ids] : matching.slice(0, SAMPLES).map(({ id }) => id);
    const times = matching.filter(({ id }) => ids.includes(id)).map(({ timestamp }) => timestamp);
    const samples = ids.length ? await this.auditLogs.named(ids, times[0]!, times.at(-1)!) : [];
    return {
      match_count: matching.length,
      would_trigger: triggering !== undefined,
      sample_audit_ids: ids,
      samples,
      records: await this.titles.of(samples.map(({ resource }) => resource)),
      complete,
    };
  }

  #check(condition: AlertCondition): void {
    if (JSON.stringify(condition.when ?? {}).length > MAX_WHERE)
      throw invalidField(
        'condition.when',
        'too_long',
        `condition.when must have at most ${MAX_WHERE} characters as JSON.`,
      );
    this.fields.changeOf(condition);
  }
}

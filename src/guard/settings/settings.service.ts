import { Injectable } from '@nestjs/common';
import { Clock, defaultsOf, FILE_DAYS, InjectStore, type ResourceStore } from '../../platform/index.js';
import type { SettingsView, UpdateSettings } from './settings.dto.js';
import { GuardSettings } from './settings.entity.js';

/** Grace period before a shorter retention takes effect, so that nobody can erase recent traces. */
const GRACE_SECONDS = 7 * 86_400;

type Retention = Pick<
  GuardSettings,
  'audit_retention_days' | 'audit_retention_effective_at' | 'audit_retention_until_then'
>;

/** Retention settings. */
@Injectable()
export class SettingsService {
  constructor(
    @InjectStore(GuardSettings) private readonly store: ResourceStore<GuardSettings>,
    private readonly clock: Clock,
  ) {}

  async update(
    record: GuardSettings,
    { audit_retention_days: days, ...changes }: UpdateSettings,
  ): Promise<SettingsView> {
    const retention =
      days === undefined ? {} : retentionAfter(record, days, this.clock.iso(), this.clock.iso(GRACE_SECONDS));
    return this.shown(await this.store.set(record, { ...changes, ...retention }));
  }

  shown(record: GuardSettings): SettingsView {
    const { audit_retention_effective_at: at } = record;
    return {
      ...record,
      export_retention_days: FILE_DAYS,
      audit_retention_effective_at: at && at > this.clock.iso() ? at : null,
    };
  }
}

/** New retention settings. A longer retention applies at once, a shorter one after the grace period. */
export function retentionAfter(before: Retention, days: number, now: string, afterGrace: string): Partial<Retention> {
  if (days === before.audit_retention_days) return {};
  const inForce = retentionAt(before, now);
  if (days >= inForce)
    return { audit_retention_days: days, audit_retention_effective_at: null, audit_retention_until_then: null };
  return {
    audit_retention_days: days,
    audit_retention_effective_at: afterGrace,
    audit_retention_until_then: inForce,
  };
}

/** Retention in days at a time. */
const retentionAt = (record: Retention, now: string): number =>
  record.audit_retention_effective_at && record.audit_retention_effective_at > now
    ? record.audit_retention_until_then!
    : record.audit_retention_days;

/** The same in SQL, for a row `s` of settings that may be missing; `now`: SQL of a time. */
export const retentionSql = (now: string): string =>
  `coalesce(case when s.audit_retention_effective_at > ${now} then s.audit_retention_until_then else s.audit_retention_days end,
    ${defaultsOf(GuardSettings).audit_retention_days})`;

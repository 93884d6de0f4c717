import { Injectable } from '@nestjs/common';
import { Clock, defaultsOf, FILE_DAYS, InjectStore, type ResourceStore } from '../../platform/index.js';
import type { SettingsView, UpdateSettings } from './settings.dto.js';
import { GuardSettings } from './settings.entity.js';

/** Before a lower number of days takes effect, so that nobody can hide what they have just done. */
const GRACE_SECONDS = 7 * 86_400;

type Retention = Pick<
  GuardSettings,
  'audit_retention_days' | 'audit_retention_effective_at' | 'audit_retention_until_then'
>;

/** How long a workspace keeps what the app knows. */
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

/** The retention after a number of days is set. It applies at once, or after a grace period if it is lower than before. */
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

/** The days that hold at a time. */
const retentionAt = (record: Retention, now: string): number =>
  record.audit_retention_effective_at && record.audit_retention_effective_at > now
    ? record.audit_retention_until_then!
    : record.audit_retention_days;

/** The same in SQL, of the row `s` of settings or of none; `now` is the SQL of a time. */
export const retentionSql = (now: string): string =>
  `coalesce(case when s.audit_retention_effective_at > ${now} then s.audit_retention_until_then else s.audit_retention_days end,
    ${defaultsOf(GuardSettings).audit_retention_days})`;

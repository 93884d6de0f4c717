import { Injectable } from '@nestjs/common';
import {
  Clock,
  currentContext,
  Database,
  fieldsOf,
  forbidden,
  InjectStore,
  newId,
  type ResourceStore,
} from '../../platform/index.js';
import { EXPORT_DAYS } from '../exports/export-runs.js';
import type { SettingsView, UpdateSettings } from './settings.dto.js';
import { GuardSettings } from './settings.entity.js';
import { settings } from './settings.resource.js';

/** Before a lower number of days takes effect, so that nobody can hide what they have just done. */
const GRACE_SECONDS = 7 * 86_400;

const fields = [...fieldsOf(GuardSettings.prototype)];
const COLUMNS = fields.map(([name]) => name).join(', ');

/** Of a workspace that has set nothing. */
const DEFAULTS = Object.fromEntries(
  fields.map(([name, { default: value = null }]) => [name, value]),
) as unknown as GuardSettings;

type Retention = Pick<
  GuardSettings,
  'audit_retention_days' | 'audit_retention_effective_at' | 'audit_retention_until_then'
>;

/** How long a workspace keeps what the app knows. */
@Injectable()
export class SettingsService {
  constructor(
    @InjectStore(GuardSettings) private readonly store: ResourceStore<GuardSettings>,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async current(): Promise<SettingsView> {
    const [found] = await this.database.lookup<GuardSettings>(
      `select ${COLUMNS} from guard_settings where workspace_id = $1`,
      [currentContext().workspaceId],
    );
    return this.#shown(found ?? DEFAULTS);
  }

  /** Whatever is set is a change with its values before and after, also the first time. */
  async update({ audit_retention_days: days, ...changes }: UpdateSettings): Promise<SettingsView> {
    if (!currentContext().credential?.isAdmin('guard'))
      throw forbidden('Settings are changed by users with the role guard:admin.');
    if (days === undefined && !Object.values(changes).some((value) => value !== undefined)) return this.current();
    const stored = await this.#make();
    const retention =
      days === undefined ? {} : retentionAfter(stored, days, this.clock.iso(), this.clock.iso(GRACE_SECONDS));
    return this.#shown(await this.store.update(stored, { ...changes, ...retention }));
  }

  /** The record, locked, in its first state where there was none. */
  async #make(): Promise<GuardSettings> {
    const { workspaceId } = currentContext();
    const first = { ...DEFAULTS, workspace_id: workspaceId, id: newId(settings.idPrefix), revision: 1 };
    const row = { ...first, created_at: this.clock.iso(), updated_at: this.clock.iso() };
    await this.database.write(
      `insert into guard_settings (${COLUMNS}) select ${COLUMNS} from json_populate_record(null::guard_settings, $1)
       on conflict (workspace_id) do nothing`,
      [JSON.stringify(row)],
    );
    const [found] = await this.database.write<GuardSettings>(
      `select ${COLUMNS} from guard_settings where workspace_id = $1 for update`,
      [workspaceId],
    );
    return found!;
  }

  #shown(record: GuardSettings): SettingsView {
    const { audit_retention_effective_at: at } = record;
    return {
      ...record,
      export_retention_days: EXPORT_DAYS,
      audit_retention_effective_at: at && at > this.clock.iso() ? at : null,
    };
  }
}

/** What holds after a number of days is set: at once, or after a grace where it is lower than what holds now. */
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
    ${DEFAULTS.audit_retention_days})`;

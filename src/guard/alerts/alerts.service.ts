import { Injectable } from '@nestjs/common';
import {
  InjectStore,
  invalidField,
  Maintenance,
  RecordTitles,
  Removal,
  ResourceService,
  type ResourceStore,
  UserDirectory,
  Clock,
} from '../../platform/index.js';
import { AuditLogsService } from '../audit-logs/audit-logs.service.js';
import type { AlertEntriesView, UpdateAlert } from './alert.dto.js';
import { Alert } from './alert.entity.js';
import { IS_OLD, LEAST_DAYS } from './alert.repository.js';

const DAY_MS = 86_400_000;

@Injectable()
export class AlertsService extends ResourceService<Alert> {
  constructor(
    @InjectStore(Alert) store: ResourceStore<Alert>,
    private readonly users: UserDirectory,
    private readonly auditLogs: AuditLogsService,
    private readonly titles: RecordTitles,
    private readonly removal: Removal,
    private readonly clock: Clock,
    maintenance: Maintenance,
  ) {
    super(store);
    maintenance.add({
      name: 'guard.old-alerts',
      description: 'Removes alerts after their retention period.',
      every: DAY_MS,
      run: () => this.removeOld(),
    });
  }

  override async update(alert: Alert, { status = alert.status, resolution, assignee_id }: UpdateAlert): Promise<Alert> {
    const resolved = resolution === undefined ? alert.resolution : resolution;
    if (status === 'resolved' && resolved === null)
      throw invalidField('resolution', 'required', 'A resolved alert must have a resolution.');
    if (status !== 'resolved' && resolution)
      throw invalidField('resolution', 'invalid_value', 'Only a resolved alert can have a resolution.');
    if (assignee_id && assignee_id !== alert.assignee_id && !(await this.users.mayBeNamed(assignee_id)))
      throw invalidField('assignee_id', 'not_found', `The user ${assignee_id} does not exist or is suspended.`);
    return this.store.transition(alert, status, { resolution: status === 'resolved' ? resolved : null, assignee_id });
  }

  async entries({ sample_audit_ids, first_event_at, last_event_at }: Alert): Promise<AlertEntriesView> {
    const entries = await this.auditLogs.named(sample_audit_ids, first_event_at, last_event_at);
    return { entries, records: await this.titles.of(entries.map(({ resource }) => resource)) };
  }

  /** Deletes expired alerts. */
  removeOld(): Promise<number> {
    return this.removal.where(this.store, IS_OLD, [this.clock.iso(-LEAST_DAYS * 86_400), this.clock.iso()]);
  }
}

import { Choice, ListOf, Nested, PickType, rule, Timestamp, Text, ViewType } from '../../platform/index.js';
import { AuditLogQuery } from '../audit-logs/audit-log.dto.js';
import { Export } from './export.entity.js';

/** The filters of the list of entries. */
export const FILTERS = [
  'from',
  'to',
  'actor_id',
  'client_id',
  'action',
  'resource_type',
  'resource_id',
  'outcome',
] as const;

export class ExportFilters extends PickType(AuditLogQuery, FILTERS) {}

/** Rejects unknown filters, which would otherwise export more than intended. */
const knownFilters = rule(
  'invalid_value',
  (given: object) => Object.keys(given).every((name) => (FILTERS as readonly string[]).includes(name)),
  `$property takes ${FILTERS.join(', ')}.`,
);

export class CreateExport extends PickType(Export, ['format', 'gzip']) {
  @knownFilters
  @Nested(() => ExportFilters, { optional: true, description: 'Filters, as in the list. Default: all entries.' })
  filters?: ExportFilters;
}

export class ExportQuery extends ListOf(Export, { filter: ['status', 'format'], sort: ['created_at'] }) {}

export class ExportStarted {
  @Text({ description: 'Id of the export.', example: 'exp_01jz8k3m5n7p9q1r3s5t7v9w1x' }) job_id: string;
  @Choice(['pending'], { description: 'State.' }) status: string;
}

const SHOWN = [
  'status',
  'format',
  'gzip',
  'filters',
  'row_count',
  'size_bytes',
  'sha256',
  'error',
  'requested_by',
  'read_all',
  'created_at',
  'completed_at',
  'expires_at',
] as const;

export class ExportView extends ViewType(Export, SHOWN) {
  @Text({ description: 'Id of the export.', example: 'exp_01jz8k3m5n7p9q1r3s5t7v9w1x' }) job_id: string;
  @Text({
    secret: true,
    max: 4096,
    nullable: true,
    description:
      'Download URL that needs no credential; null unless the export is completed, and you requested it and still have the scopes of that time.',
  })
  download_url: string | null;
  @Timestamp({
    nullable: true,
    description: 'Expiry of the download URL, after an hour. Every GET of the export renews it.',
  })
  download_url_expires_at: string | null;
}

/** Lists contain no download URLs. */
export class ExportListView extends ViewType(ExportView, ['job_id', ...SHOWN]) {}

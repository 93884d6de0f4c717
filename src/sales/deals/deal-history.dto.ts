import { Id, Int, ListOf, ViewType } from '../../platform/index.js';
import { DealHistoryEntry } from './deal-history-entry.entity.js';

export class DealHistoryQuery extends ListOf(DealHistoryEntry, {
  sort: ['entered_at'],
  defaultSort: 'entered_at:asc',
}) {}

export class DealHistoryView extends ViewType(DealHistoryEntry, ['stage_id', 'stage_name', 'entered_at', 'left_at']) {
  @Id('pip', { description: 'The pipeline.' }) pipeline_id: string;
  @Id('usr', { nullable: true, description: 'User who moved the deal to the stage; null for the system.' }) moved_by:
    string | null;
  @Int({ min: 0, description: 'Time in the stage in whole seconds; until now for the current stage.' })
  duration_seconds: number;
}

import { Id, ResourceEntity, StageHistoryEntry } from '../../platform/index.js';
import { dealHistory } from './deal-history.resource.js';

@ResourceEntity(dealHistory, 'sales_stage_history')
export class DealHistoryEntry extends StageHistoryEntry {
  @Id('deal', { description: 'The deal.' }) record_id: string;
  @Id('pip', { description: 'The pipeline.' }) parent_id: string;
}

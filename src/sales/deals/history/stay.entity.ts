import { Id, RecordEntity, ResourceEntity, Text, Timestamp } from '../../../platform/index.js';
import { stays } from './stay.resource.js';

@ResourceEntity(stays, 'sales_stays')
export class Stay extends RecordEntity {
  @Id('deal', { description: 'The deal.' }) deal_id: string;
  @Id('pip', { description: 'The pipeline.' }) pipeline_id: string;
  @Id('stg', { description: 'The stage.' }) stage_id: string;
  @Text({ description: 'What the stage was called when the deal came.' }) stage_name: string;
  @Timestamp({ description: 'When the deal came, or was opened again.' }) entered_at: string;
  @Timestamp({ nullable: true, description: 'When it moved on or was closed; null where it still is there.' }) left_at:
    string | null;
  @Id('usr', { nullable: true, description: 'The user who moved it there; null where the system did.' }) moved_by:
    string | null;
}

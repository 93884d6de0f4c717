import { Text, Timestamp } from '../../platform/index.js';

export class FollowView {
  @Text({ example: 'deal_01jz8k3m5n7p9q1r3s5t7v9w1x', description: 'Id of the record.' }) record_id: string;
  @Text({ max: 60, example: 'sales.deal', description: 'Type of the record.' }) record_type: string;
  @Timestamp({ nullable: true, description: 'Time since when the caller follows it; null if they do not.' })
  created_at: string | null;
}

import { Id, ResourceEntity } from '../../../platform/index.js';
import { ActivityFields } from '../../activity-fields.js';
import { activities } from './activity.resource.js';

@ResourceEntity(activities, 'sales_activities')
export class Activity extends ActivityFields {
  @Id('deal', { description: 'Deal of the activity.' }) deal_id: string;
}

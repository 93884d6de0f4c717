import { Id, ResourceEntity } from '../../../platform/index.js';
import { ActivityFields } from '../../activity-fields.js';
import { contactActivities } from './contact-activity.resource.js';

@ResourceEntity(contactActivities, 'sales_contact_activities')
export class ContactActivity extends ActivityFields {
  @Id('cnt', { description: 'Contact of the activity.' }) contact_id: string;
}

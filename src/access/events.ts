import { declareEvents } from '../platform/events/catalogue.js';
import { Choice, Id, Text } from '../platform/resource/fields.js';

class UserEvent {
  @Id('usr') user_id: string;
  @Text({ max: 254, example: 'ada@example.com' }) email: string;
  @Text({ example: 'Ada Lovelace' }) display_name: string;
  @Choice(['pending', 'active', 'suspended']) status: string;
}

declareEvents('access.user', { created: UserEvent, deactivated: UserEvent });

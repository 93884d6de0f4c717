import { Text, ViewType } from '../../platform/index.js';
import { User } from './user.entity.js';

export const ShownEmail = () =>
  Text({ max: 254, empty: true, example: 'ada@example.com', description: 'Empty for deleted users.' });

/** A user in short. */
export class UserSummary extends ViewType(User, ['id', 'email', 'display_name', 'status', 'created_at']) {
  @ShownEmail() override email: string;
}

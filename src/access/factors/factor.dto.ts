import { Id, ListOf, ViewType } from '../../platform/index.js';
import { Factor } from './factor.entity.js';

export class MyFactorsQuery extends ListOf(Factor, { sort: ['created_at'] }) {}

export class FactorQuery extends MyFactorsQuery {
  @Id('usr', { optional: true, description: 'Factors of this user.' }) user_id?: string;
}

export class FactorView extends ViewType(Factor, ['id', 'user_id', 'type', 'name', 'created_at', 'last_used_at']) {}

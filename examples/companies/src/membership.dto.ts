import { ListOf, PickType, ViewType } from 'workspace-suite/platform';
import { Membership } from './membership.entity.js';

export class CreateMembership extends PickType(Membership, ['company_id', 'contact_id', 'position']) {}

export class UpdateMembership extends PickType(Membership, ['position']) {}

export class MembershipQuery extends ListOf(Membership, { filter: ['company_id', 'contact_id'] }) {}

export class MembershipView extends ViewType(Membership, [
  'id',
  'company_id',
  'contact_id',
  'position',
  'created_at',
  'revision',
]) {}

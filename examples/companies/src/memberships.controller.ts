import { Controller } from '@nestjs/common';
import { ResourceController } from 'workspace-suite/platform';
import { CreateMembership, MembershipQuery, MembershipView, UpdateMembership } from './membership.dto.js';
import { Membership } from './membership.entity.js';

@Controller('v1/companies/memberships')
export class MembershipsController extends ResourceController(Membership, {
  view: MembershipView,
  list: MembershipQuery,
  create: CreateMembership,
  update: UpdateMembership,
  remove: true,
}) {}

import { Body, Controller, Param, Post } from '@nestjs/common';
import { Endpoint, Loaded, ResourceController } from '../../platform/index.js';
import { PoliciesService } from './policies.service.js';
import { CreatePolicy, EvaluatePolicy, EvaluationView, PolicyQuery, PolicyView, UpdatePolicy } from './policy.dto.js';
import { Policy } from './policy.entity.js';
import { policies } from './policy.resource.js';
import { SimulatePolicy, SimulationView } from './simulation.dto.js';
import { SimulationService } from './simulation.service.js';

@Controller('v1/guard/policies')
export class PoliciesController extends ResourceController(Policy, PoliciesService, {
  view: PolicyView,
  list: PolicyQuery,
  create: { body: CreatePolicy, errors: ['tooMany', 'locksOut', 'nobodyApproves'], recentProof: true },
  update: { body: UpdatePolicy, errors: ['locksOut', 'nobodyApproves'], recentProof: true },
  remove: { errors: ['active'], recentProof: true },
}) {
  constructor(private readonly simulation: SimulationService) {
    super();
  }

  @Post('simulate')
  @Endpoint(policies, {
    scope: 'read',
    returns: SimulationView,
    status: 200,
    action: 'simulated',
    heavy: true,
    lasting: true,
    summary: 'Simulate a policy on the audit log',
  })
  simulate(@Body() body: SimulatePolicy) {
    return this.simulation.simulate(body);
  }

  @Post(':id/evaluate')
  @Endpoint(policies, {
    scope: 'read',
    returns: EvaluationView,
    status: 200,
    action: 'evaluated',
    summary: 'Evaluate a policy together with the active ones',
  })
  evaluate(@Param('id', Loaded(Policy)) policy: Policy, @Body() question: EvaluatePolicy) {
    return this.service.evaluate(policy, question);
  }
}

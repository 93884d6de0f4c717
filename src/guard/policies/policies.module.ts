import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/index.js';
import { StoresModule } from '../../platform/index.js';
import { AuditLogsModule } from '../audit-logs/audit-logs.module.js';
import { PoliciesController } from './policies.controller.js';
import { PoliciesService } from './policies.service.js';
import { Policy } from './policy.entity.js';
import { PolicyConditions } from './policy-conditions.js';
import { PolicyGuard } from './policy-guard.js';
import { PolicyRepository } from './policy.repository.js';
import { PolicyTargets } from './policy-targets.js';
import { SimulationRepository } from './simulation.repository.js';
import { SimulationService } from './simulation.service.js';

@Module({
  imports: [AccessModule, AuditLogsModule, StoresModule.forFeature(Policy)],
  controllers: [PoliciesController],
  providers: [
    PoliciesService,
    PolicyRepository,
    PolicyConditions,
    PolicyGuard,
    PolicyTargets,
    SimulationRepository,
    SimulationService,
  ],
})
export class PoliciesModule {}

import { Controller, Get } from '@nestjs/common';
import { Endpoint, Metrics, SUITE_VERSION } from '../../platform/index.js';
import { CellsRepository } from './cells.repository.js';
import { DeploymentView } from './deployment.dto.js';
import { deployment } from './deployment.resource.js';

@Controller('v1/operations/deployment')
export class DeploymentController {
  constructor(
    private readonly repository: CellsRepository,
    private readonly metrics: Metrics,
  ) {}

  @Get()
  @Endpoint(deployment, {
    returns: DeploymentView,
    summary: 'Show version, size and delays of this deployment',
  })
  async show(): Promise<DeploymentView> {
    const seconds = async (name: string) => {
      const found = await this.metrics.highest(name);
      return found === null ? null : Math.round(found);
    };
    return {
      version: SUITE_VERSION,
      ...(await this.repository.sizes()),
      relay_lag_seconds: await seconds('outbox_lag_seconds'),
      oldest_due_work_seconds: await seconds('oldest_due_work_seconds'),
    };
  }
}

import { Controller, Get } from '@nestjs/common';
import { Database, Endpoint, Metrics, SUITE_VERSION } from '../../platform/index.js';
import { HOMES } from '../directory/directory.repository.js';
import { DeploymentView } from './deployment.dto.js';
import { deployment } from './deployment.resource.js';

@Controller('v1/operations/deployment')
export class DeploymentController {
  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
  ) {}

  @Get()
  @Endpoint(deployment, {
    returns: DeploymentView,
    heavy: true,
    summary: 'Show version, size and delays of this deployment',
  })
  async show(): Promise<DeploymentView> {
    const sql = `select count(*)::int as workspaces, pg_database_size(current_database())::float8 as database_bytes from ${HOMES} home`;
    const [sizes] = await this.database.read<
      Pick<DeploymentView, 'workspaces' | 'database_bytes'> & Record<string, unknown>
    >(sql);
    const seconds = async (name: string) => {
      const found = await this.metrics.highest(name);
      return found === null ? null : Math.round(found);
    };
    return {
      version: SUITE_VERSION,
      ...sizes!,
      relay_lag_seconds: await seconds('outbox_lag_seconds'),
      oldest_due_work_seconds: await seconds('oldest_due_work_seconds'),
    };
  }
}

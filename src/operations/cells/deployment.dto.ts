import { Int, Text } from '../../platform/index.js';

export class DeploymentView {
  @Text({ example: '1.2.0', description: 'Version of the product.' }) version: string;
  @Int({ min: 0, description: 'Number of workspaces, without those that have moved away.' }) workspaces: number;
  @Int({ min: 0, big: true, description: 'Bytes of the database.' }) database_bytes: number;
  @Int({ min: 0, nullable: true, description: 'Age in seconds of the oldest event that is not yet in the log.' })
  relay_lag_seconds: number | null;
  @Int({
    min: 0,
    nullable: true,
    description: 'Seconds for which background work has been due that no worker has taken; 0: none is due.',
  })
  oldest_due_work_seconds: number | null;
}

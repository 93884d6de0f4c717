import { Controller, Get } from '@nestjs/common';
import { type Bound, currentContext, Endpoint, Settings, WorkspaceBounds } from '../../platform/index.js';
import { UsageView } from './usage.dto.js';
import { usage } from './usage.resource.js';

@Controller('v1/operations/usage')
export class UsageController {
  constructor(
    private readonly bounds: WorkspaceBounds,
    private readonly settings: Settings,
  ) {}

  @Get()
  @Endpoint(usage, { returns: UsageView, summary: 'Show the usage of the workspace and its limits' })
  async get(): Promise<UsageView> {
    const amount = async (bound: Bound) => ({
      used: await this.bounds.used(bound),
      limit: this.bounds.limits[bound],
    });
    return {
      workspace_id: currentContext().workspaceId,
      storage_bytes: await amount('storage_bytes'),
      api_keys: await amount('api_keys'),
      sessions: await amount('sessions'),
      requests_per_minute: this.settings.workspaceRateLimit || null,
    };
  }
}

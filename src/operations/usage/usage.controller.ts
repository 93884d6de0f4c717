import { Controller, Get, Query } from '@nestjs/common';
import { type Bound, Endpoint, type Page, Settings, ShortLists, WorkspaceBounds } from '../../platform/index.js';
import { UsageQuery, UsageView } from './usage.dto.js';
import { UsageRepository, type WorkspaceUsage } from './usage.repository.js';
import { usage } from './usage.resource.js';

@Controller('v1/operations/usage')
export class UsageController {
  constructor(
    private readonly repository: UsageRepository,
    private readonly bounds: WorkspaceBounds,
    private readonly lists: ShortLists,
    private readonly settings: Settings,
  ) {}

  @Get()
  @Endpoint(usage, {
    returns: UsageView,
    page: true,
    heavy: true,
    summary: 'List the usage and limits of all workspaces, the largest first',
  })
  async list(@Query() query: UsageQuery): Promise<Page<UsageView>> {
    const all = await this.repository.all();
    return this.lists.page(
      usage.type,
      all.map((each) => this.#show(each)),
      query,
    );
  }

  #show({ workspace_id, name, frozen_at, moved_to, ...used }: WorkspaceUsage): UsageView {
    const amount = (bound: Bound) => ({ used: Number(used[bound]), limit: this.bounds.limits[bound] });
    return {
      workspace_id,
      name,
      storage_bytes: amount('storage_bytes'),
      api_keys: amount('api_keys'),
      sessions: amount('sessions'),
      requests_per_minute: this.settings.workspaceRateLimit || null,
      frozen_at,
      moved_to,
    };
  }
}

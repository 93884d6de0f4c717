import { Controller, Get, Query } from '@nestjs/common';
import { Endpoint, type Page, ShortLists } from '../../platform/index.js';
import { DirectoryQuery, DirectoryView } from './directory.dto.js';
import { CellsRepository } from './cells.repository.js';
import { directory } from './directory.resource.js';

@Controller('v1/operations/directory')
export class DirectoryController {
  constructor(
    private readonly repository: CellsRepository,
    private readonly lists: ShortLists,
  ) {}

  @Get()
  @Endpoint(directory, {
    returns: DirectoryView,
    page: true,
    heavy: true,
    summary: 'List the directory of workspaces',
  })
  async list(@Query() query: DirectoryQuery): Promise<Page<DirectoryView>> {
    const { data, meta } = this.lists.page(directory.type, await this.repository.homes(), query);
    return { data: await this.repository.entries(data.map(({ workspace_id }) => workspace_id)), meta };
  }
}

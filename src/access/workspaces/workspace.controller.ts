import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { Endpoint, InjectStore, Loaded, type ResourceStore } from '../../platform/index.js';
import { UpdateWorkspace, WorkspaceView } from './workspace.dto.js';
import { Workspace } from './workspace.entity.js';
import { workspaces } from './workspace.resource.js';

@Controller('v1/access/workspace')
export class WorkspaceController {
  constructor(@InjectStore(Workspace) private readonly store: ResourceStore<Workspace>) {}

  @Get()
  @Endpoint(workspaces, { returns: WorkspaceView, summary: 'Get the workspace' })
  get(@Param(Loaded(Workspace)) workspace: Workspace) {
    return workspace;
  }

  @Patch()
  @Endpoint(workspaces, {
    returns: WorkspaceView,
    summary: 'Change the name, time zone, currency, first day of the week, language, colour or logo',
  })
  update(@Param(Loaded(Workspace)) workspace: Workspace, @Body() body: UpdateWorkspace) {
    return this.store.update(workspace, body);
  }
}

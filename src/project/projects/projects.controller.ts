import { Body, Controller, Delete, Param, Post } from '@nestjs/common';
import { ApiId, Endpoint, Loaded, ResourceController } from '../../platform/index.js';
import { AddMembers, ProjectItem, ProjectQuery, ProjectView, UpdateProject } from './project.dto.js';
import { Project } from './project.entity.js';
import { projects } from './project.resource.js';
import { ProjectsService } from './projects.service.js';

/** Projects are created by a route of the templates, which provide their initial tasks. */
@Controller('v1/project/projects')
export class ProjectsController extends ResourceController(Project, ProjectsService, {
  view: ProjectView,
  list: { query: ProjectQuery, returns: ProjectItem },
  update: { body: UpdateProject, errors: ['archived'] },
  remove: { errors: ['notArchived', 'linked'] },
}) {
  @Post(':id/archive')
  @Endpoint(projects, { returns: ProjectView, status: 200, action: 'archived' })
  async archive(@Param('id', Loaded(Project)) project: Project) {
    return this.service.show(await this.service.archive(project));
  }

  @Post(':id/members')
  @Endpoint(projects, {
    returns: ProjectView,
    status: 200,
    action: 'members_added',
    errors: ['archived', 'ownerIsAdmin', 'tooManyMembers'],
    summary: 'Add members to a project or change their roles',
  })
  async addMembers(@Param('id', Loaded(Project)) project: Project, @Body() body: AddMembers) {
    return this.service.show(await this.service.addMembers(project, body));
  }

  @Delete(':id/members/:user_id')
  @ApiId('user_id', 'usr', 'The id of the user.')
  @Endpoint(projects, {
    action: 'member_removed',
    errors: ['archived', 'ownerIsAdmin'],
    summary: 'Remove a member from a project',
  })
  removeMember(@Param('id', Loaded(Project)) project: Project, @Param('user_id') userId: string) {
    return this.service.removeMember(project, userId);
  }
}

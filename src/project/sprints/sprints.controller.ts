import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { Endpoint, Loaded, ResourceController } from '../../platform/index.js';
import { Project } from '../projects/project.entity.js';
import { CompletedSprint, CompleteSprint, CreateSprint, SprintQuery, SprintView, UpdateSprint } from './sprint.dto.js';
import { Sprint } from './sprint.entity.js';
import { sprints } from './sprint.resource.js';
import { SprintsService } from './sprints.service.js';

@Controller('v1/project/projects/:project_id/sprints')
export class SprintsOfProjectController {
  constructor(private readonly sprints: SprintsService) {}

  @Get()
  @Endpoint(sprints, { returns: SprintView, page: true })
  list(@Param('project_id', Loaded(Project)) project: Project, @Query() query: SprintQuery) {
    return this.sprints.listOf(project, query);
  }

  @Post()
  @Endpoint(sprints, { returns: SprintView, errors: ['archived'] })
  async create(@Param('project_id', Loaded(Project)) project: Project, @Body() body: CreateSprint) {
    return this.sprints.show(await this.sprints.add(project, body));
  }
}

@Controller('v1/project/sprints')
export class SprintsController extends ResourceController(Sprint, SprintsService, {
  view: SprintView,
  update: { body: UpdateSprint, errors: ['archived'] },
  remove: { errors: ['archived'] },
}) {
  @Post(':id/start')
  @Endpoint(sprints, {
    returns: SprintView,
    status: 200,
    action: 'started',
    errors: ['archived', 'anotherActive', 'completed'],
    summary: 'Start a sprint',
  })
  async start(@Param('id', Loaded(Sprint)) sprint: Sprint) {
    return this.service.show(await this.service.start(sprint));
  }

  @Post(':id/complete')
  @Endpoint(sprints, {
    returns: CompletedSprint,
    status: 200,
    action: 'completed',
    errors: ['archived', 'notActive'],
    summary: 'Complete a sprint and move its unfinished tasks',
  })
  complete(@Param('id', Loaded(Sprint)) sprint: Sprint, @Body() { move_open_tasks_to }: CompleteSprint) {
    return this.service.complete(sprint, move_open_tasks_to);
  }
}

import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { Endpoint, Loaded, ResourceController } from '../../platform/index.js';
import { Project } from '../projects/project.entity.js';
import {
  BulkUpdate,
  BulkUpdated,
  CreateTask,
  MoveTask,
  TaskItem,
  TaskQuery,
  TaskRecord,
  TaskView,
  UpdateTask,
} from './task.dto.js';
import { Task } from './task.entity.js';
import { tasks } from './task.resource.js';
import { TasksService } from './tasks.service.js';

@Controller('v1/project/projects/:project_id/tasks')
export class TasksOfProjectController {
  constructor(private readonly tasks: TasksService) {}

  @Get()
  @Endpoint(tasks, { returns: TaskItem, page: true })
  list(@Param('project_id', Loaded(Project)) project: Project, @Query() query: TaskQuery) {
    return this.tasks.listOf(project, query);
  }

  @Post()
  @Endpoint(tasks, { returns: TaskRecord, errors: ['archived'] })
  create(@Param('project_id', Loaded(Project)) project: Project, @Body() body: CreateTask) {
    return this.tasks.add(project, body);
  }
}

@Controller('v1/project/tasks')
export class TasksController extends ResourceController(Task, TasksService, {
  view: TaskView,
  update: { body: UpdateTask, returns: TaskRecord, errors: ['archived'] },
  remove: { errors: ['archived'] },
  restore: { errors: ['notDeleted', 'archived', 'parentDeleted'] },
}) {
  @Post('bulk-update')
  @Endpoint(tasks, {
    returns: BulkUpdated,
    status: 200,
    action: 'updated',
    errors: ['archived'],
    heavy: true,
    summary: 'Change up to 100 tasks at once',
  })
  updateMany(@Body() body: BulkUpdate) {
    return this.service.updateMany(body);
  }

  @Post(':id/move')
  @Endpoint(tasks, {
    returns: TaskRecord,
    status: 200,
    action: 'moved',
    errors: ['archived'],
    summary: 'Move a task on the board',
  })
  move(@Param('id', Loaded(Task)) task: Task, @Body() body: MoveTask) {
    return this.service.move(task, body);
  }

  @Post(':id/subtasks')
  @Endpoint(tasks, { returns: TaskRecord, errors: ['archived'], summary: 'Create a subtask' })
  addSubtask(@Param('id', Loaded(Task)) task: Task, @Body() body: CreateTask) {
    return this.service.addSubtask(task, body);
  }
}

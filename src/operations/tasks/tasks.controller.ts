import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiParam, Endpoint } from '../../platform/index.js';
import { TaskQuery, TaskView } from './task.dto.js';
import { tasks } from './task.resource.js';
import { TasksService } from './tasks.service.js';

@Controller('v1/operations/tasks')
export class TasksController {
  constructor(private readonly tasks: TasksService) {}

  @Get()
  @Endpoint(tasks, { returns: TaskView, page: true, summary: 'List maintenance tasks' })
  list(@Query() query: TaskQuery) {
    return this.tasks.list(query);
  }

  @Post(':name/run')
  @ApiParam({ name: 'name', description: 'The name of the task.' })
  @Endpoint(tasks, { returns: TaskView, status: 202, action: 'started', summary: 'Run a maintenance task now' })
  run(@Param('name') name: string) {
    return this.tasks.run(name);
  }
}

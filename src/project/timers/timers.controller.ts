import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiErrors, Endpoint, Loaded } from '../../platform/index.js';
import { TimeEntry } from '../time-entries/time-entry.entity.js';
import { timeEntries } from '../time-entries/time-entry.resource.js';
import { ContinueTimer, StartTimer, StoppedTimer, StopTimer, TimerQuery, TimerView } from './timer.dto.js';
import { Timer } from './timer.entity.js';
import { timers } from './timer.resource.js';
import { TimersService } from './timers.service.js';

@Controller('v1/project/time-entries')
export class TimersController {
  constructor(private readonly timers: TimersService) {}

  @Get('running')
  @Endpoint(timers, { returns: TimerView, page: true, summary: 'List running timers' })
  list(@Query() query: TimerQuery) {
    return this.timers.list(query);
  }

  @Post('start')
  @Endpoint(timers, {
    returns: TimerView,
    action: 'started',
    errors: ['running', 'archived'],
    summary: 'Start a timer',
  })
  async start(@Body() body: StartTimer) {
    return this.timers.show(await this.timers.start(body));
  }

  @Post('stop')
  @Endpoint(timeEntries, { returns: StoppedTimer, errors: ['stopped'], summary: 'Stop a timer' })
  @ApiErrors(404)
  stop(@Body() body: StopTimer) {
    return this.timers.stop(body);
  }

  @Post(':id/continue')
  @Endpoint(timers, {
    returns: TimerView,
    action: 'started',
    errors: ['running', 'archived', 'taskDeleted'],
    summary: 'Start a timer for the task of a time entry',
  })
  async continue(@Param('id', Loaded(TimeEntry)) entry: TimeEntry, @Body() { stop_running }: ContinueTimer) {
    return this.timers.show(await this.timers.continue(entry, stop_running));
  }
}

@Controller('v1/project/timers')
export class TimerController {
  constructor(private readonly timers: TimersService) {}

  @Get(':timer_id')
  @Endpoint(timers, { returns: TimerView, summary: 'Get a running timer' })
  get(@Param('timer_id', Loaded(Timer)) timer: Timer) {
    return this.timers.show(timer);
  }
}

import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import {
  ApiId,
  ApiOperation,
  ApiProduces,
  ApiQuery,
  ApiResponse,
  Public,
  Reply,
  ResourceController,
} from '../../platform/index.js';
import { CalendarFeedQuery, CalendarFeedView, CreateCalendarFeed, NewCalendarFeed } from './calendar-feed.dto.js';
import { CalendarFeed } from './calendar-feed.entity.js';
import { CalendarFeedsService } from './calendar-feeds.service.js';

@Controller('v1/project/calendar-feeds')
export class CalendarFeedsController extends ResourceController(CalendarFeed, CalendarFeedsService, {
  view: CalendarFeedView,
  list: CalendarFeedQuery,
  create: { body: CreateCalendarFeed, returns: NewCalendarFeed },
  remove: true,
}) {}

@Controller('v1/project/projects')
export class CalendarController {
  constructor(private readonly feeds: CalendarFeedsService) {}

  @Get(':id/calendar.ics')
  @Public('Calendar apps send no credential; the token in the URL identifies the feed.')
  @ApiOperation({ summary: 'Read the calendar of a project' })
  @ApiId('id', 'prj', 'The id of the project.')
  @ApiQuery({ name: 'token', description: 'The token in the `url` of a calendar feed.' })
  @ApiProduces('text/calendar')
  @ApiResponse({ status: 200, description: 'Due dates of open tasks and sprints as all-day events.' })
  @ApiResponse({ status: 304, description: 'The calendar still has this ETag.' })
  async read(@Param('id') id: string, @Query('token') token: unknown, @Req() request: Request): Promise<Reply> {
    const headers = { 'Content-Type': 'text/calendar; charset=utf-8', 'Cache-Control': 'private, no-cache' };
    return Reply.tagged(request, headers, await this.feeds.read(id, token));
  }
}

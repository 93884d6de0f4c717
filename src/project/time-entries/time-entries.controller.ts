import { Controller } from '@nestjs/common';
import { ResourceController } from '../../platform/index.js';
import { CreateTimeEntry, TimeEntryQuery, TimeEntryView, UpdateTimeEntry } from './time-entry.dto.js';
import { TimeEntry } from './time-entry.entity.js';
import { TimeEntriesService } from './time-entries.service.js';

@Controller('v1/project/time-entries')
export class TimeEntriesController extends ResourceController(TimeEntry, TimeEntriesService, {
  view: TimeEntryView,
  list: TimeEntryQuery,
  create: { body: CreateTimeEntry, errors: ['archived', 'locked'] },
  update: { body: UpdateTimeEntry, errors: ['archived', 'locked'] },
  remove: { errors: ['archived', 'locked'] },
}) {}

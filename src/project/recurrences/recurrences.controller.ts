import { Controller } from '@nestjs/common';
import { ResourceController } from '../../platform/index.js';
import { CreateRecurrence, RecurrenceQuery, RecurrenceView, UpdateRecurrence } from './recurrence.dto.js';
import { Recurrence } from './recurrence.entity.js';
import { RecurrencesService } from './recurrences.service.js';

@Controller('v1/project/recurrences')
export class RecurrencesController extends ResourceController(Recurrence, RecurrencesService, {
  view: RecurrenceView,
  list: RecurrenceQuery,
  create: { body: CreateRecurrence, errors: ['archived', 'taskRecurs'] },
  update: { body: UpdateRecurrence, errors: ['archived'] },
  remove: { errors: ['archived'] },
}) {}

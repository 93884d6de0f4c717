import { Controller } from '@nestjs/common';
import { ResourceController } from '../platform/index.js';
import { CreateView, UpdateView, ViewListView, ViewQuery, ViewView } from './view.dto.js';
import { SavedView } from './view.entity.js';
import { ViewsService } from './views.service.js';

@Controller('v1/views')
export class ViewsController extends ResourceController(SavedView, ViewsService, {
  scope: null,
  view: ViewView,
  list: { query: ViewQuery, returns: ViewListView },
  create: { body: CreateView, errors: ['tooMany'] },
  update: UpdateView,
  remove: true,
}) {}

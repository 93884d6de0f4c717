import { Controller } from '@nestjs/common';
import { ResourceController } from 'workspace-suite/platform';
import { CreateItem, ItemQuery, ItemView, UpdateItem } from './item.dto.js';
import { Item } from './item.entity.js';
import { ItemsService } from './items.service.js';

@Controller('v1/stock/items')
export class ItemsController extends ResourceController(Item, ItemsService, {
  view: ItemView,
  list: ItemQuery,
  create: CreateItem,
  update: UpdateItem,
  remove: true,
}) {}

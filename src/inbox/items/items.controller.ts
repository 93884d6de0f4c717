import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { Endpoint } from '../../platform/index.js';
import { ItemQuery, InboxItemView, ReadInboxAnswer, ReadInboxItems, UnreadInboxAnswer } from './item.dto.js';
import { items } from './item.resource.js';
import { ItemsService } from './items.service.js';

@Controller('v1/inbox')
export class ItemsController {
  constructor(private readonly service: ItemsService) {}

  @Get()
  @Endpoint(items, { scope: null, returns: InboxItemView, page: true, summary: 'List your inbox' })
  list(@Query() query: ItemQuery) {
    return this.service.list(query);
  }

  @Get('unread')
  @Endpoint(items, { scope: null, returns: UnreadInboxAnswer, summary: 'Get the number of unread items' })
  unread() {
    return this.service.unread();
  }

  @Post('read')
  @Endpoint(items, {
    scope: null,
    returns: ReadInboxAnswer,
    status: 200,
    action: 'read',
    summary: 'Mark items of your inbox as read',
  })
  read(@Body() body: ReadInboxItems) {
    return this.service.read(body);
  }
}

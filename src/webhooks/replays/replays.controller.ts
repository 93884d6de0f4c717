import { Body, Controller, Delete, Param, Post } from '@nestjs/common';
import { Endpoint, Loaded } from '../../platform/request/endpoint.js';
import { Webhook } from '../webhooks/webhook.entity.js';
import { webhooks } from '../webhooks/webhook.resource.js';
import { CreateReplay, ReplayView } from './replay.dto.js';
import { ReplaysService } from './replays.service.js';

@Controller('v1/webhooks/:id')
export class ReplaysController {
  constructor(private readonly replays: ReplaysService) {}

  @Post('replay')
  @Endpoint(webhooks, {
    scope: null,
    returns: ReplayView,
    status: 202,
    action: 'replayed',
    errors: ['paused'],
    heavy: true,
    summary: 'Send past events once more',
  })
  create(@Param('id', Loaded(Webhook)) webhook: Webhook, @Body() body: CreateReplay) {
    return this.replays.create(webhook, body);
  }

  @Delete('replays/:replay_id')
  @Endpoint(webhooks, { scope: null, action: 'replay_cancelled', summary: 'Cancel what is left of a replay' })
  cancel(@Param('id', Loaded(Webhook)) webhook: Webhook, @Param('replay_id') id: string) {
    return this.replays.cancel(webhook, id);
  }
}

import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { Endpoint, Loaded } from '../../platform/index.js';
import { Webhook } from '../webhooks/webhook.entity.js';
import { CreateReplay, EveryReplayQuery, ReplayItem, ReplayQuery, ReplayView } from './replay.dto.js';
import { Replay } from './replay.entity.js';
import { replays } from './replay.resource.js';
import { ReplaysService, shown } from './replays.service.js';

@Controller('v1/webhooks/replays')
export class EveryReplayController {
  constructor(private readonly replays: ReplaysService) {}

  @Get()
  @Endpoint(replays, { scope: null, returns: ReplayItem, page: true, summary: 'List the replays of all webhooks' })
  list(@Query() query: EveryReplayQuery) {
    return this.replays.listAll(query);
  }
}

@Controller('v1/webhooks/:id')
export class ReplaysController {
  constructor(private readonly replays: ReplaysService) {}

  @Post('replay')
  @Endpoint(replays, {
    scope: null,
    returns: ReplayView,
    status: 202,
    errors: ['paused'],
    heavy: true,
    summary: 'Send past events once more',
  })
  create(@Param('id', Loaded(Webhook)) webhook: Webhook, @Body() body: CreateReplay) {
    return this.replays.create(webhook, body);
  }

  @Get('replays')
  @Endpoint(replays, { scope: null, returns: ReplayItem, page: true })
  list(@Param('id', Loaded(Webhook)) webhook: Webhook, @Query() query: ReplayQuery) {
    return this.replays.list(webhook, query);
  }

  @Get('replays/:replay_id')
  @Endpoint(replays, { scope: null, returns: ReplayItem })
  get(@Param('id', Loaded(Webhook)) _: Webhook, @Param('replay_id', Loaded(Replay)) replay: Replay) {
    return shown(replay);
  }

  @Delete('replays/:replay_id')
  @Endpoint(replays, { scope: null, action: 'cancelled', summary: 'Cancel a replay' })
  cancel(@Param('id', Loaded(Webhook)) _: Webhook, @Param('replay_id', Loaded(Replay)) replay: Replay) {
    return this.replays.cancel(replay);
  }
}

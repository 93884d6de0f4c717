import { Controller, Get, Query } from '@nestjs/common';
import {
  currentContext,
  Cursors,
  defineResource,
  Endpoint,
  Int,
  PageQuery,
  Secrets,
  sortKeys,
} from '../../platform/index.js';
import { Reason, REASONS } from './reasons.js';

const reasons = defineResource('careers.disqualification_reason', { idPrefix: 'reason' });

const byCode = REASONS.toSorted((a, b) => (a.code < b.code ? -1 : 1));

class ReasonQuery extends PageQuery {
  static override entity = Reason;
  static override sorts = ['code'];
  static override defaultSort = 'code:asc';

  @Int({ min: 1, max: 100, optional: true, description: 'Reasons per page. Default: all.' })
  override limit = 1000;
}

@Controller('v1/careers/disqualification-reasons')
export class ReasonsController {
  readonly #cursors: Cursors;

  constructor(secrets: Secrets) {
    this.#cursors = new Cursors(...secrets.deriveAll('cursors'));
  }

  @Get()
  @Endpoint(reasons, { returns: Reason, page: true })
  list(@Query() query: ReasonQuery) {
    const { descending } = sortKeys(query.sort, ReasonQuery)[0]!;
    const list = JSON.stringify([reasons.type, currentContext().workspaceId, descending]);
    return this.#cursors.cut(list, descending ? byCode.toReversed() : byCode, query);
  }
}

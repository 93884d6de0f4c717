import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { Endpoint, Loaded } from '../../platform/index.js';
import { FactorQuery, FactorView } from './factor.dto.js';
import { Factor } from './factor.entity.js';
import { factors } from './factor.resource.js';
import { FactorsService } from './factors.service.js';

@Controller('v1/access/factors')
export class FactorsController {
  constructor(private readonly factors: FactorsService) {}

  @Get()
  @Endpoint(factors, { returns: FactorView, page: true })
  list(@Query() query: FactorQuery) {
    return this.factors.list(query);
  }

  @Delete(':id')
  @Endpoint(factors, { recentProof: true, summary: 'Remove a factor of a user and end their sessions' })
  remove(@Param('id', Loaded(Factor)) factor: Factor) {
    return this.factors.removeAsAdmin(factor);
  }
}

import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { Endpoint, Loaded } from '../../platform/index.js';
import { signedInUser } from '../users/signed-in-user.js';
import { FactorQuery, FactorView, MyFactorsQuery } from './factor.dto.js';
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

/** Factors of the signed-in user, without a scope. They are changed on the account page. */
@Controller('v1/access/me/factors')
export class MyFactorsController {
  constructor(private readonly factors: FactorsService) {}

  @Get()
  @Endpoint(factors, { scope: null, returns: FactorView, page: true, summary: 'List factors of the signed-in user' })
  list(@Query() query: MyFactorsQuery) {
    return this.factors.list(query, { user_id: signedInUser() });
  }
}

import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { Endpoint, Loaded } from '../../platform/index.js';
import { Application } from '../applications/application.entity.js';
import { CreateScorecard, ScorecardQuery, ScorecardView, UpdateScorecard } from './scorecard.dto.js';
import { Scorecard } from './scorecard.entity.js';
import { scorecards } from './scorecard.resource.js';
import { ScorecardsService } from './scorecards.service.js';

@Controller('v1/careers/applications/:id/scorecards')
export class ScorecardsController {
  constructor(private readonly scorecards: ScorecardsService) {}

  @Get()
  @Endpoint(scorecards, { returns: ScorecardView, page: true })
  list(@Param('id', Loaded(Application)) application: Application, @Query() query: ScorecardQuery) {
    return this.scorecards.list(application, query);
  }

  @Post()
  @Endpoint(scorecards, {
    returns: ScorecardView,
    errors: ['twice', 'anonymized'],
    holdsSecret: true,
    summary: 'Add your scorecard for the stage that an application is in',
  })
  create(@Param('id', Loaded(Application)) application: Application, @Body() body: CreateScorecard) {
    return this.scorecards.create(application, body);
  }

  @Get(':scorecard_id')
  @Endpoint(scorecards, { returns: ScorecardView })
  get(
    @Param('id', Loaded(Application)) _: Application,
    @Param('scorecard_id', Loaded(Scorecard)) scorecard: Scorecard,
  ) {
    return scorecard;
  }

  @Patch(':scorecard_id')
  @Endpoint(scorecards, { returns: ScorecardView, errors: ['anonymized'], summary: 'Update a scorecard' })
  update(
    @Param('id', Loaded(Application)) application: Application,
    @Param('scorecard_id', Loaded(Scorecard)) scorecard: Scorecard,
    @Body() body: UpdateScorecard,
  ) {
    return this.scorecards.update(application, scorecard, body);
  }

  @Delete(':scorecard_id')
  @Endpoint(scorecards, { errors: ['anonymized'], summary: 'Delete a scorecard' })
  remove(
    @Param('id', Loaded(Application)) application: Application,
    @Param('scorecard_id', Loaded(Scorecard)) scorecard: Scorecard,
  ) {
    return this.scorecards.remove(application, scorecard);
  }
}

import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { Endpoint, Loaded } from '../../platform/index.js';
import { Job } from '../jobs/job.entity.js';
import {
  ApplicationItem,
  ApplicationQuery,
  ApplicationView,
  DisqualifyApplication,
  PoolQuery,
  UpdateApplication,
} from './application.dto.js';
import { Application } from './application.entity.js';
import { applications } from './application.resource.js';
import { ApplicationsService } from './applications.service.js';

@Controller('v1/careers/jobs/:job_id/applications')
export class JobApplicationsController {
  constructor(private readonly applications: ApplicationsService) {}

  @Get()
  @Endpoint(applications, { returns: ApplicationItem, page: true })
  list(@Param('job_id', Loaded(Job, { byItsRows: true })) { id }: Pick<Job, 'id'>, @Query() query: ApplicationQuery) {
    return this.applications.ofJob(id, query, ApplicationItem);
  }
}

/** Copies of its answers for repeated requests are encrypted, as they show who applies. */
const ACTION = { returns: ApplicationView, status: 200, holdsSecret: true } as const;

@Controller('v1/careers/applications')
export class ApplicationsController {
  constructor(private readonly applications: ApplicationsService) {}

  @Get()
  @Endpoint(applications, { returns: ApplicationItem, page: true, summary: 'List the applications to all jobs' })
  list(@Query() query: PoolQuery) {
    return this.applications.ofAll(query, ApplicationItem);
  }

  @Get(':id')
  @Endpoint(applications, { returns: ApplicationView })
  get(@Param('id', Loaded(Application)) application: Application) {
    return this.applications.show(application);
  }

  @Patch(':id')
  @Endpoint(applications, {
    returns: ApplicationView,
    errors: ['notActive', 'movedMeanwhile', 'notDisqualified', 'anonymized'],
    summary: 'Move an application to another stage, or update it',
  })
  update(@Param('id', Loaded(Application)) application: Application, @Body() body: UpdateApplication) {
    return this.applications.update(application, body);
  }

  @Post(':id/disqualify')
  @Endpoint(applications, {
    ...ACTION,
    action: 'disqualified',
    errors: ['notActive'],
    summary: 'Disqualify an application',
  })
  async disqualify(@Param('id', Loaded(Application)) application: Application, @Body() body: DisqualifyApplication) {
    return this.applications.show(await this.applications.disqualify(application, body));
  }

  @Post(':id/withdraw')
  @Endpoint(applications, {
    ...ACTION,
    action: 'withdrawn',
    errors: ['notActive'],
    summary: 'Record the withdrawal of an application',
  })
  async withdraw(@Param('id', Loaded(Application)) application: Application) {
    return this.applications.show(await this.applications.withdraw(application));
  }

  @Post(':id/reopen')
  @Endpoint(applications, {
    ...ACTION,
    action: 'reopened',
    errors: ['twice', 'anonymized'],
    summary: 'Reopen an application',
  })
  async reopen(@Param('id', Loaded(Application)) application: Application) {
    return this.applications.show(await this.applications.reopen(application));
  }
}

import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { Endpoint, Loaded, ResourceController } from '../../platform/index.js';
import { CloseJob, CreatedJob, CreateJob, JobItem, JobQuery, JobView, PublishJob, UpdateJob } from './job.dto.js';
import { FunnelView } from './funnel.dto.js';
import { Job } from './job.entity.js';
import { jobs } from './job.resource.js';
import { JobsService } from './jobs.service.js';

@Controller('v1/careers/jobs')
export class JobsController extends ResourceController(Job, JobsService, {
  view: JobView,
  list: { query: JobQuery, returns: JobItem },
  create: { body: CreateJob, returns: CreatedJob },
  update: { body: UpdateJob, errors: ['statusByAction', 'hasApplications'] },
  remove: { errors: ['notArchived', 'hasApplications'] },
}) {
  @Post(':id/publish')
  @Endpoint(jobs, { returns: JobView, status: 200, action: 'published', summary: 'Publish a job' })
  async publish(@Param('id', Loaded(Job)) job: Job, @Body() { channels }: PublishJob) {
    return this.service.show(await this.service.publish(job, channels));
  }

  @Post(':id/pause')
  @Endpoint(jobs, { returns: JobView, status: 200, action: 'paused', summary: 'Pause a job' })
  async pause(@Param('id', Loaded(Job)) job: Job) {
    return this.service.show(await this.service.pause(job));
  }

  @Post(':id/close')
  @Endpoint(jobs, { returns: JobView, status: 200, action: 'closed', summary: 'Close a job' })
  async close(@Param('id', Loaded(Job)) job: Job, @Body() { close_reason }: CloseJob) {
    return this.service.show(await this.service.close(job, close_reason ?? null));
  }

  @Post(':id/archive')
  @Endpoint(jobs, { returns: JobView, status: 200, action: 'archived', summary: 'Archive a draft or a closed job' })
  async archive(@Param('id', Loaded(Job)) job: Job) {
    return this.service.show(await this.service.archive(job));
  }

  @Get(':id/funnel')
  @Endpoint(jobs, {
    returns: FunnelView,
    counts: 'careers.application',
    heavy: true,
    summary: 'Get the funnel of a job',
  })
  funnel(@Param('id', Loaded(Job)) job: Job) {
    return this.service.funnel(job);
  }
}

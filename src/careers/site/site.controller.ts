import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { PublicPage } from '../../access/index.js';
import { ApiError, Loaded, LongText, Reply } from '../../platform/index.js';
import { BoardQuery } from '../board/board.dto.js';
import { BoardService } from '../board/board.service.js';
import { Job } from '../jobs/job.entity.js';
import { KNOWN_JOBS, SUBMISSION_BUDGETS } from '../submissions/budgets.js';
import { SubmissionsService } from '../submissions/submissions.service.js';
import { problemsOf } from './site-form.js';
import { SitePages } from './site.pages.js';
import { SiteSubmission } from './site-submission.js';

const WHY = 'Candidates read published jobs, and apply, without an account.';

class SiteQuery {
  @LongText({ optional: true, description: 'Cursor of the next page.' }) cursor?: string;
}

/** The careers site: pages without script for candidates. Companies can build their own pages on `/v1/careers/board`. */
@Controller('careers')
export class SiteController {
  constructor(
    private readonly board: BoardService,
    private readonly submissions: SubmissionsService,
    private readonly pages: SitePages,
  ) {}

  @Get(':workspace_id')
  @PublicPage(WHY)
  async list(@Param('workspace_id') workspace_id: string, @Query() { cursor }: SiteQuery): Promise<Reply> {
    const query = Object.assign(new BoardQuery(), { workspace_id, cursor });
    const { employer, data, meta } = await this.board.listed(query);
    return this.pages.list(employer, data, meta.next_cursor);
  }

  @Get('jobs/:id')
  @PublicPage(WHY)
  async job(@Param('id') id: string): Promise<Reply> {
    return this.pages.job(await this.board.get(id));
  }

  @Get('jobs/:id/thanks')
  @PublicPage(WHY)
  async thanks(@Param('id') id: string): Promise<Reply> {
    return this.pages.thanks(await this.board.get(id));
  }

  /** No CSRF token, because candidates have no session that a forged request could use. */
  @Post('jobs/:id')
  @PublicPage(WHY, { budgets: SUBMISSION_BUDGETS })
  async apply(
    @Param('id', Loaded(Job, { anywhere: KNOWN_JOBS })) job: Job,
    @Body() submission: SiteSubmission,
  ): Promise<Reply> {
    const { typed, answers } = submission.take(job);
    try {
      await this.submissions.submit(job, submission);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400 || !error.details?.length) throw error;
      const problems = problemsOf(error.details, job.application_form, answers);
      return this.pages.job(await this.board.get(job.id), typed, problems);
    }
    // Redirect, so that a reload does not submit again.
    return new Reply(303, { Location: `${this.pages.pathOf(job.id)}/thanks`, 'Cache-Control': 'no-store' }, '');
  }
}

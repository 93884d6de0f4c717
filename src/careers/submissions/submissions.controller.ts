import { Body, Controller, Param, Post } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiErrors,
  ApiId,
  ApiOperation,
  Loaded,
  Public,
  type Reply,
} from '../../platform/index.js';
import { Job } from '../jobs/job.entity.js';
import { KNOWN_JOBS, SUBMISSION_BUDGETS } from './budgets.js';
import { ACCEPTED_TYPES } from './file-types.js';
import { SubmissionView, SubmitApplication } from './submission.dto.js';
import { Submission } from './submission.js';
import { SubmissionsService } from './submissions.service.js';

const DESCRIPTION = [
  'Needs no credential: candidates send it from a careers page of any origin. A network address may submit 10 times a',
  'minute, a job accepts 60, with at most 1 GiB of files a day; a credential with `careers:write` has its own rate limit instead. Retries with the same',
  '`Idempotency-Key` get the first response. If the form of the job has file fields, send `multipart/form-data`: this JSON',
  'in the part `application`, each file in a part named like its field, of at most 10 MiB:',
  `${ACCEPTED_TYPES}. The content of a file decides its type, not its name.`,
].join(' ');

@Controller('v1/careers/jobs/:job_id/applications')
export class SubmissionsController {
  constructor(private readonly submissions: SubmissionsService) {}

  @Post()
  @Public('Candidates apply without an account.', {
    anyOrigin: true,
    budgets: SUBMISSION_BUDGETS,
    credential: 'careers:write',
  })
  @ApiOperation({ summary: 'Apply for a job', description: DESCRIPTION })
  @ApiId('job_id', 'job', 'The id of the job.')
  @ApiBody({ type: SubmitApplication })
  @ApiCreatedResponse({ type: SubmissionView })
  @ApiErrors(401, 403, 409, 429)
  submit(
    @Param('job_id', Loaded(Job, { anywhere: KNOWN_JOBS })) job: Job,
    @Body() submission: Submission,
  ): Promise<Reply> {
    return this.submissions.submit(job, submission);
  }
}

import { Controller, Get, Query } from '@nestjs/common';
import { Email, Endpoint, InjectStore, ListOf, type ResourceStore, Where } from '../../platform/index.js';
import { ApplicationItem } from '../applications/application.dto.js';
import { Application } from '../applications/application.entity.js';
import { applications } from '../applications/application.resource.js';
import { emailDigest } from '../applications/email-digest.js';

class CandidateQuery extends ListOf(Application, {
  filter: ['status'],
  sort: ['submitted_at'],
  defaultSort: 'submitted_at:desc',
}) {
  @Email({ description: 'The address of the candidate, in any case.' })
  @Where((email: string) => ['email_digest = ?', emailDigest(email)])
  email: string;
}

@Controller('v1/careers/candidates')
export class CandidatesController {
  constructor(@InjectStore(Application) private readonly store: ResourceStore<Application>) {}

  @Get()
  @Endpoint(applications, { returns: ApplicationItem, page: true, summary: 'List all applications of a candidate' })
  list(@Query() query: CandidateQuery) {
    return this.store.page(query, ApplicationItem);
  }
}

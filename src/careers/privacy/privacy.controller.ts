import { Controller, Param, Post } from '@nestjs/common';
import { Endpoint, Loaded } from '../../platform/index.js';
import { ApplicationView } from '../applications/application.dto.js';
import { Application } from '../applications/application.entity.js';
import { applications } from '../applications/application.resource.js';
import { ApplicationsService } from '../applications/applications.service.js';
import { PrivacyService } from './privacy.service.js';

@Controller('v1/careers/applications')
export class PrivacyController {
  constructor(
    private readonly privacy: PrivacyService,
    private readonly applications: ApplicationsService,
  ) {}

  @Post(':id/anonymize')
  @Endpoint(applications, {
    returns: ApplicationView,
    status: 200,
    action: 'anonymized',
    summary: 'Anonymize an application permanently',
  })
  async anonymize(@Param('id', Loaded(Application)) application: Application) {
    return this.applications.show(await this.privacy.anonymize(application));
  }
}

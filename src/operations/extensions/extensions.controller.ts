import { Controller, Get, Query } from '@nestjs/common';
import { Endpoint } from '../../platform/index.js';
import { ExtensionQuery, ExtensionView } from './extension.dto.js';
import { extensions } from './extension.resource.js';
import { ExtensionsService } from './extensions.service.js';

@Controller('v1/operations/extensions')
export class ExtensionsController {
  constructor(private readonly extensions: ExtensionsService) {}

  @Get()
  @Endpoint(extensions, { returns: ExtensionView, page: true })
  list(@Query() query: ExtensionQuery) {
    return this.extensions.list(query);
  }
}

import { Controller, Get, Query } from '@nestjs/common';
import { Endpoint, ShortLists, shownExtensions } from '../../platform/index.js';
import { ExtensionQuery, ExtensionView } from './extension.dto.js';
import { extensions } from './extension.resource.js';

/** The packages whose code runs in this deployment. */
@Controller('v1/operations/extensions')
export class ExtensionsController {
  readonly loaded: ExtensionView[] = shownExtensions();

  constructor(private readonly lists: ShortLists) {}

  @Get()
  @Endpoint(extensions, { returns: ExtensionView, page: true })
  list(@Query() query: ExtensionQuery) {
    return this.lists.page(extensions.type, this.loaded, query);
  }
}

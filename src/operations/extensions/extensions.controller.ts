import { Controller, Get, Query } from '@nestjs/common';
import { Endpoint, loadedExtensions, ShortLists } from '../../platform/index.js';
import { ExtensionQuery, ExtensionView } from './extension.dto.js';
import { extensions } from './extension.resource.js';

/** The packages whose code runs in this deployment. */
@Controller('v1/operations/extensions')
export class ExtensionsController {
  readonly loaded: ExtensionView[] = loadedExtensions().map(({ name, package: from, version, hash }) => ({
    name,
    package: from,
    version,
    hash,
  }));

  constructor(private readonly lists: ShortLists) {}

  @Get()
  @Endpoint(extensions, { returns: ExtensionView, page: true })
  list(@Query() query: ExtensionQuery) {
    return this.lists.page(extensions.type, this.loaded, query);
  }
}

import { Controller, Get } from '@nestjs/common';
import { ApiExcludeEndpoint } from '../fields/api-decorators.js';
import { Public } from '../request/endpoint.js';
import { Reply } from '../request/reply.js';

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b57d0"/>' +
  '<path d="M6 9h5l3 11 2-9h3l2 9 3-11h3l-5 15h-3l-2-8-2 8h-3z" fill="#fff"/></svg>';

/** The icon of all pages. */
@Controller()
export class IconController {
  @Get('favicon.svg')
  @Public('Icon of the pages.')
  @ApiExcludeEndpoint()
  icon(): Reply {
    return new Reply(200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' }, ICON);
  }

  @Get('favicon.ico')
  @Public('Icon for browsers that request it without a page.')
  @ApiExcludeEndpoint()
  usualIcon(): Reply {
    return this.icon();
  }
}

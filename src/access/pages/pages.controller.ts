import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { PAGE_FILES } from './layout.js';
import { PublicPage } from './public-page.js';

@Controller('assets')
export class PagesController {
  @Get(':version/:file')
  @PublicPage('Stylesheet and letters of the pages.')
  file(@Param('version') version: string, @Param('file') file: string, @Res() response: Response): Promise<void> {
    return PAGE_FILES.send(response, version, file);
  }
}

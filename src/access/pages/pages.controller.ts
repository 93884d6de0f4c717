import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { notFound } from '../../platform/index.js';
import { STYLES_FILE } from './layout.js';
import { PublicPage } from './public-page.js';
import { STYLES } from './styles.js';

@Controller('assets')
export class PagesController {
  @Get(':file')
  @PublicPage('The stylesheet of the pages.')
  styles(@Param('file') file: string, @Res() response: Response): void {
    if (!/^pages-[0-9a-f]{12}\.css$/.test(file)) throw notFound();
    // Beside a process of another version a page may ask for the file of that one.
    const caching = file === STYLES_FILE ? 'public, max-age=31536000, immutable' : 'no-cache';
    response.set('Cache-Control', caching).type('css').send(STYLES);
  }
}

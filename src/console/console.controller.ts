import { Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { randomBytes } from 'node:crypto';
import { ApiError, ApiExcludeEndpoint, Public, Reply } from '../platform/index.js';
import { ConsoleFiles } from './console.files.js';

/**
 * Nothing from elsewhere and nothing inline, but for the styles that the page itself adds, which know the nonce. Frames have only
 * bytes that the page holds itself, as the PDF of a candidate, which it gives its type.
 */
const policy = (nonce: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; font-src 'self'; ` +
  `connect-src 'self'; frame-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The console: one page for all its addresses, and the files that it loads. */
@Controller('console')
export class ConsoleController {
  constructor(private readonly files: ConsoleFiles) {}

  @Get()
  @Public('The page without anything in it; it asks the API with what its user may.')
  @ApiExcludeEndpoint()
  // One that is set before makes the page's own take the place of the headers that every answer has.
  @Header('Content-Type', 'text/html; charset=utf-8')
  page(): Reply {
    const { built } = this.files;
    if (!built) throw new ApiError(404, 'The console is not built: run `npm run build`.');
    const nonce = randomBytes(18).toString('base64url');
    return new Reply(
      200,
      {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policy(nonce),
        'X-Frame-Options': 'DENY',
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
      },
      built.page.replaceAll('%NONCE%', nonce),
    );
  }

  @Get('contract.json')
  @Public('The description of the API, which holds no data of any workspace.')
  @ApiExcludeEndpoint()
  contract(@Req() request: Request): Reply {
    return Reply.tagged(request, { 'Cache-Control': 'no-cache' }, this.files.contract);
  }

  @Get('*screen')
  @Public('The same page for every address in it.')
  @ApiExcludeEndpoint()
  @Header('Content-Type', 'text/html; charset=utf-8')
  screen(): Reply {
    return this.page();
  }

  @Get('assets/:file')
  @Public('The files that the page loads.')
  @ApiExcludeEndpoint()
  file(@Param('file') file: string, @Res() response: Response): Promise<void> {
    const { built } = this.files;
    if (!built) throw new ApiError(404, 'The console is not built: run `npm run build`.');
    // Their names change with what is in them.
    return built.assets.send(response, built.assets.version, file);
  }
}

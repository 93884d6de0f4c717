import { Module } from '@nestjs/common';
import { PagesModule } from '../pages/pages.module.js';
import { UserLinks } from './user-links.service.js';

/** The links that users are sent. Their pages, which need passwords and thus this, are `LinkPagesModule`. */
@Module({
  imports: [PagesModule],
  providers: [UserLinks],
  exports: [UserLinks],
})
export class LinksModule {}

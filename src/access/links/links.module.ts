import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { PagesModule } from '../pages/pages.module.js';
import { User } from '../users/user.entity.js';
import { UserLinkRepository } from './user-link.repository.js';
import { UserLinks } from './user-links.service.js';

/** The links that users are sent. Their pages, which need passwords and thus this, are `LinkPagesModule`. */
@Module({
  imports: [PagesModule, StoresModule.forFeature(User)],
  providers: [UserLinkRepository, UserLinks],
  exports: [UserLinks],
})
export class LinksModule {}

import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccessSettingsModule } from '../settings/settings.module.js';
import { Brands } from './brand.repository.js';
import { BrowserSessions } from './browser-session.js';
import { Cookies } from './cookies.js';
import { Csrf } from './csrf.js';
import { Devices } from './devices.js';
import { HomeController } from './home.controller.js';
import { Layout } from './layout.js';
import { PagesController } from './pages.controller.js';
import { Session } from '../sessions/session.entity.js';
import { User } from '../users/user.entity.js';
import { PageErrors } from './pages.errors.js';
import { Pages } from './pages.js';
import { Tickets } from './tickets.js';

/** Shared parts of all pages. */
@Module({
  imports: [SessionsModule, AccessSettingsModule, StoresModule.forFeature(Session, User)],
  controllers: [HomeController, PagesController],
  providers: [Brands, Layout, PageErrors, Cookies, Csrf, Devices, Tickets, BrowserSessions, Pages],
  exports: [Brands, Layout, Pages, Csrf, Devices, Tickets, BrowserSessions],
})
export class PagesModule {}

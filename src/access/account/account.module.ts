import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { FactorsModule } from '../factors/factors.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { AccessSettingsModule } from '../settings/settings.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { UsersModule } from '../users/users.module.js';
import { Factor } from '../factors/factor.entity.js';
import { Session } from '../sessions/session.entity.js';
import { User } from '../users/user.entity.js';
import { AccountController } from './account.controller.js';
import { AccountPolicies } from './account-policies.js';
import { AccountFactorsController } from './account-factors.controller.js';
import { OwnAccount } from './own-account.js';
import { OwnFactors } from './own-factors.js';
import { OwnPassword } from './own-password.js';

/** The page on which people look after their account. */
@Module({
  imports: [
    AccessSettingsModule,
    FactorsModule,
    PagesModule,
    PasswordsModule,
    SessionsModule,
    SignInModule,
    StoresModule.forFeature(Factor, Session, User),
    UsersModule,
  ],
  controllers: [AccountController, AccountFactorsController],
  providers: [AccountPolicies, OwnAccount, OwnFactors, OwnPassword],
})
export class AccountModule {}

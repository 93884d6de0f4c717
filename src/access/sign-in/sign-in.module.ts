import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { FactorsModule } from '../factors/factors.module.js';
import { IdentityProvidersModule } from '../identity-providers/identity-providers.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { AccessSettingsModule } from '../settings/settings.module.js';
import { Entrance } from './entrance.js';
import { PasskeySignInController } from './passkey-sign-in.controller.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SecurityLog } from './security-log.js';
import { SignInController } from './sign-in.controller.js';
import { SignIn } from './sign-in.service.js';
import { User } from '../users/user.entity.js';
import { UsersModule } from '../users/users.module.js';
import { Throttle } from './throttle.js';
import { Ways } from './ways.js';

@Module({
  imports: [
    AccessSettingsModule,
    FactorsModule,
    IdentityProvidersModule,
    PagesModule,
    PasswordsModule,
    StoresModule.forFeature(User),
    UsersModule,
  ],
  controllers: [SignInController, SecondFactorController, PasskeySignInController],
  providers: [Entrance, SignIn, SecurityLog, Throttle, Ways],
  exports: [Entrance, SignIn, Throttle, Ways],
})
export class SignInModule {}

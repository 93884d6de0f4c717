import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { User } from '../users/user.entity.js';
import { UsersModule } from '../users/users.module.js';
import { Factor } from './factor.entity.js';
import { FactorRepository } from './factor.repository.js';
import { FactorsController, MyFactorsController } from './factors.controller.js';
import { FactorsService } from './factors.service.js';
import { Passkeys } from './passkeys.service.js';
import { RecoveryCodeRepository } from './recovery-code.repository.js';
import { RecoveryCodes } from './recovery-codes.js';

@Module({
  imports: [SessionsModule, StoresModule.forFeature(Factor, User), UsersModule],
  controllers: [FactorsController, MyFactorsController],
  providers: [FactorRepository, FactorsService, Passkeys, RecoveryCodeRepository, RecoveryCodes],
  exports: [FactorsService, Passkeys, RecoveryCodes],
})
export class FactorsModule {}

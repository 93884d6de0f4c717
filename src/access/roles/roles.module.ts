import { Module } from '@nestjs/common';
import { Owners } from './owners.js';
import { RolesController } from './roles.controller.js';
import { RolesService } from './roles.service.js';

@Module({
  controllers: [RolesController],
  providers: [RolesService, Owners],
  exports: [Owners],
})
export class RolesModule {}

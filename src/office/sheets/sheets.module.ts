import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from '../../access/index.js';
import { StoresModule } from '../../platform/index.js';
import { Engine } from './engine.js';
import { ExportService } from './export.service.js';
import { ImportService } from './import.service.js';
import { SheetBlockRepository } from './sheet-block.repository.js';
import { Sheet, SheetBlock } from './sheet.entity.js';
import { SheetsController } from './sheets.controller.js';
import { SheetsService } from './sheets.service.js';
import { ValuesService } from './values.service.js';

@Module({
  imports: [AccessModule, StoresModule.forFeature(Sheet), TypeOrmModule.forFeature([SheetBlock])],
  controllers: [SheetsController],
  providers: [SheetsService, ValuesService, ExportService, ImportService, SheetBlockRepository, Engine],
})
export class SheetsModule {}

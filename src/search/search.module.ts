import { Module } from '@nestjs/common';
import { SearchController } from './search.controller.js';
import { SearchedTypes } from './searched-types.js';
import { SearchService } from './search.service.js';

@Module({ controllers: [SearchController], providers: [SearchService, SearchedTypes] })
export class SearchModule {}

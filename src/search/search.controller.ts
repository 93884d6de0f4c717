import { Controller, Get, Query } from '@nestjs/common';
import { Endpoint } from '../platform/index.js';
import { SearchQuery, SearchResults } from './search.dto.js';
import { results } from './search.resource.js';
import { SearchService } from './search.service.js';

@Controller('v1/search')
export class SearchController {
  constructor(private readonly service: SearchService) {}

  @Get()
  @Endpoint(results, { scope: null, returns: SearchResults, summary: 'Search records of all types' })
  search(@Query() query: SearchQuery) {
    return this.service.search(query);
  }
}

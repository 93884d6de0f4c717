import { Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { ApiErrors, ApiRecordId, Endpoint, type Page, ShortLists } from '../platform/index.js';
import { FavouriteQuery, FavouriteView } from './favourite.dto.js';
import { favourites } from './favourite.resource.js';
import { FavouritesService } from './favourites.service.js';

@Controller('v1/favourites')
export class FavouritesController {
  constructor(
    private readonly service: FavouritesService,
    private readonly lists: ShortLists,
  ) {}

  @Get()
  @Endpoint(favourites, { scope: null, returns: FavouriteView, page: true, summary: 'List your favourites' })
  async list(@Query() query: FavouriteQuery): Promise<Page<FavouriteView>> {
    return this.lists.page(favourites.type, await this.service.all(), query);
  }

  @Put(':id')
  @Endpoint(favourites, {
    scope: null,
    returns: FavouriteView,
    errors: ['tooMany'],
    summary: 'Make a record one of your favourites',
  })
  @ApiRecordId()
  @ApiErrors(404)
  add(@Param('id') id: string) {
    return this.service.add(id);
  }

  @Delete(':id')
  @Endpoint(favourites, { scope: null, summary: 'Remove a record from your favourites' })
  @ApiRecordId()
  @ApiErrors(404)
  remove(@Param('id') id: string) {
    return this.service.remove(id);
  }
}

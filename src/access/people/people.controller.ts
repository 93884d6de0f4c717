import { Controller, Get, Query } from '@nestjs/common';
import { Endpoint } from '../../platform/index.js';
import { users } from '../users/user.resource.js';
import { PeopleService } from './people.service.js';
import { PeopleQuery, PersonView } from './person.dto.js';

@Controller('v1/access/people')
export class PeopleController {
  constructor(private readonly service: PeopleService) {}

  @Get()
  @Endpoint(users, { scope: null, returns: PersonView, page: true, summary: 'List people by name' })
  list(@Query() query: PeopleQuery) {
    return this.service.list(query);
  }
}

import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiParam, Endpoint } from '../../platform/index.js';
import { ScimDescriptions } from './descriptions.service.js';
import {
  ScimConfig,
  ScimDescriptionQuery,
  ScimResourceType,
  ScimResourceTypeList,
  ScimSchema,
  ScimSchemaList,
} from './scim.dto.js';
import { schemas, scim } from './scim.resource.js';

const common = { scope: 'write', dialect: scim } as const;

/** Discovery for provisioning clients: configuration, resource types and schemas. */
@Controller('v1/access/scim/v2')
export class ScimDescriptionsController {
  constructor(private readonly descriptions: ScimDescriptions) {}

  @Get('ServiceProviderConfig')
  @Endpoint(schemas, { ...common, returns: ScimConfig, summary: 'Get the features of provisioning' })
  config(@Query() query: ScimDescriptionQuery) {
    return this.descriptions.config(query);
  }

  @Get('ResourceTypes')
  @Endpoint(schemas, { ...common, returns: ScimResourceTypeList, summary: 'List the resource types of provisioning' })
  resourceTypes(@Query() query: ScimDescriptionQuery) {
    return this.descriptions.resourceTypes(query);
  }

  @Get('ResourceTypes/:id')
  @ApiParam({ name: 'id', description: 'Name.', schema: { type: 'string', enum: ['User', 'Group'] } })
  @Endpoint(schemas, { ...common, returns: ScimResourceType, summary: 'Get a resource type of provisioning' })
  resourceType(@Param('id') id: string) {
    return this.descriptions.resourceType(id);
  }

  @Get('Schemas')
  @Endpoint(schemas, { ...common, returns: ScimSchemaList, summary: 'List the schemas of provisioning' })
  schemas(@Query() query: ScimDescriptionQuery) {
    return this.descriptions.schemas(query);
  }

  @Get('Schemas/:id')
  @ApiParam({ name: 'id', description: 'URN of the schema.', schema: { type: 'string', maxLength: 200 } })
  @Endpoint(schemas, { ...common, returns: ScimSchema, summary: 'Get a schema of provisioning' })
  schema(@Param('id') id: string) {
    return this.descriptions.schema(id);
  }
}

import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiOperation, Endpoint, Loaded, ResourceController } from '../../platform/index.js';
import { CreateProject, ProjectView } from '../projects/project.dto.js';
import { Project } from '../projects/project.entity.js';
import { projects } from '../projects/project.resource.js';
import { ProjectsService } from '../projects/projects.service.js';
import { CreateTemplate, SaveAsTemplate, TemplateQuery, TemplateView, UpdateTemplate } from './template.dto.js';
import { Template } from './template.entity.js';
import { templates } from './template.resource.js';
import { TemplatesService } from './templates.service.js';

@Controller('v1/project/templates')
export class TemplatesController extends ResourceController(Template, TemplatesService, {
  view: TemplateView,
  list: TemplateQuery,
  create: { body: CreateTemplate, errors: ['tooMany'] },
  update: UpdateTemplate,
  remove: true,
}) {}

@Controller('v1/project/projects')
export class NewProjectsController {
  constructor(
    private readonly templates: TemplatesService,
    private readonly projects: ProjectsService,
  ) {}

  @Post()
  @ApiOperation({ operationId: 'projectProjectsCreate' })
  @Endpoint(projects, { returns: ProjectView })
  async create(@Body() body: CreateProject) {
    return this.projects.show(await this.templates.createProject(body));
  }
}

@Controller('v1/project/projects/:id/save-as-template')
export class SaveAsTemplateController {
  constructor(private readonly templates: TemplatesService) {}

  @Post()
  @Endpoint(templates, {
    returns: TemplateView,
    errors: ['tooMany', 'tooLarge'],
    summary: 'Create a template from a project and its tasks',
  })
  save(@Param('id', Loaded(Project)) project: Project, @Body() body: SaveAsTemplate) {
    return this.templates.save(project, body);
  }
}

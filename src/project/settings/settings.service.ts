import { Injectable } from '@nestjs/common';
import {
  currentContext,
  Database,
  fieldsOf,
  forbidden,
  InjectStore,
  type Input,
  type ResourceStore,
} from '../../platform/index.js';
import type { SettingsView, UpdateSettings } from './settings.dto.js';
import { ProjectSettings } from './settings.entity.js';

const fields = [...fieldsOf(ProjectSettings.prototype)];
const COLUMNS = fields.map(([name]) => name).join(', ');

/** Of a workspace that has set nothing. */
export const DEFAULTS = Object.fromEntries(
  fields.map(([name, { default: value = null }]) => [name, value]),
) as unknown as SettingsView;

/** How a workspace wants its time logged and its users reminded. */
@Injectable()
export class SettingsService {
  constructor(
    @InjectStore(ProjectSettings) private readonly store: ResourceStore<ProjectSettings>,
    private readonly database: Database,
  ) {}

  /** Those that hold now, for the running unit of work where there is one. */
  async current(): Promise<SettingsView> {
    return (await this.#stored()) ?? DEFAULTS;
  }

  async update(changes: UpdateSettings): Promise<SettingsView> {
    if (!currentContext().credential?.isAdmin('project'))
      throw forbidden('Settings are changed by users with the role project:admin.');
    const stored = await this.#stored();
    return stored ? this.store.update(stored, changes) : this.store.create(changes as Input<ProjectSettings>);
  }

  async #stored(): Promise<ProjectSettings | undefined> {
    const [found] = await this.database.lookup<ProjectSettings>(
      `select ${COLUMNS} from project_settings where workspace_id = $1`,
      [currentContext().workspaceId],
    );
    return found;
  }
}

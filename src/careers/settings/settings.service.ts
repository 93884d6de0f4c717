import { Injectable } from '@nestjs/common';
import {
  currentContext,
  Database,
  fieldNames,
  forbidden,
  InjectStore,
  type Input,
  type ResourceStore,
} from '../../platform/index.js';
import type { SettingsView, UpdateSettings } from './settings.dto.js';
import { CareersSettings } from './settings.entity.js';

const COLUMNS = fieldNames(CareersSettings).join(', ');

/** Of a workspace that has set nothing. */
const DEFAULTS: SettingsView = { application_retention_days: null };

@Injectable()
export class SettingsService {
  constructor(
    @InjectStore(CareersSettings) private readonly store: ResourceStore<CareersSettings>,
    private readonly database: Database,
  ) {}

  async current(): Promise<SettingsView> {
    return (await this.#stored()) ?? DEFAULTS;
  }

  async update(changes: UpdateSettings): Promise<SettingsView> {
    if (!currentContext().credential?.isAdmin('careers'))
      throw forbidden('Settings are changed by users with the role careers:admin.');
    const stored = await this.#stored();
    return stored ? this.store.update(stored, changes) : this.store.create(changes as Input<CareersSettings>);
  }

  async #stored(): Promise<CareersSettings | undefined> {
    const [found] = await this.database.lookup<CareersSettings>(
      `select ${COLUMNS} from careers_settings where workspace_id = $1`,
      [currentContext().workspaceId],
    );
    return found;
  }
}

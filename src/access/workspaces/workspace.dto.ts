import { PartialType, PickType, ViewType } from '../../platform/index.js';
import { Workspace } from './workspace.entity.js';

const SETTINGS = ['name', 'time_zone', 'currency', 'week_starts_on', 'language'] as const;

/** Shown to people who are not signed in. */
const BRAND = ['accent_color', 'logo'] as const;

export class UpdateWorkspace extends PartialType(PickType(Workspace, [...SETTINGS, ...BRAND])) {}

/** The workspace as everybody in it sees it. */
export class WorkspaceSummary extends ViewType(Workspace, ['id', ...SETTINGS]) {}

export class WorkspaceView extends ViewType(Workspace, ['id', ...SETTINGS, ...BRAND, 'created_at', 'updated_at']) {}

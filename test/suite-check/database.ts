import type { TestProject } from 'vitest/node';
import { loadedExtensions } from '../../src/platform/extensions/extension.js';
import { startDatabase } from '../support/global-setup.js';

export default (project: TestProject) => startDatabase(project, loadedExtensions());

export { ImportEngine, ImportServices } from './engine/import-engine.js';
export { ImportsService } from './engine/imports.service.js';
export type { PlacedProblem, Progress } from './engine/import.repository.js';
export { People } from './engine/people.js';
export type { Plan } from './engine/plan.js';
export type { PortionResult } from './engine/portion.js';
export type { ReadableFile, Reading } from './engine/run.js';
export { ImportsModule } from './imports.module.js';

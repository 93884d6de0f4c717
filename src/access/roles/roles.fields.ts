import { type FieldOptions, Texts } from '../../platform/index.js';
import { ROLE_NAMES } from './roles.js';

/** A list of roles that exist. */
export const Roles = (options: FieldOptions = {}) =>
  Texts({ maxItems: 50, maxLength: 40, among: ROLE_NAMES, ...options });

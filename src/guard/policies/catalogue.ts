import { ACCESS_KINDS, allResources, apps } from '../../platform/index.js';

const ACTIONS = new Set(['*', ...apps().flatMap((app) => [...ACCESS_KINDS, '*'].map((ask) => `${app}:${ask}`))]);

/** Whether the action is valid in a policy. */
export const isAction = (action: string): boolean => ACTIONS.has(action);

/** Whether it is a single action without wildcard. */
export const isSingleAction = (action: string): boolean => isAction(action) && !action.endsWith('*');

/** Whether it is the type of a declared resource, or all types of an app. */
export const isType = (type: string): boolean => allResources().has(type) || apps().some((app) => type === `${app}.*`);

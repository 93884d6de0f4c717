import {
  allResources,
  type App,
  conflictError,
  contextIfAny,
  type Credential,
  defineResource,
} from '../platform/index.js';

export const LAYOUTS = ['list', 'board'] as const;

/** Types of records in apps for which the test holds, unless a policy denies to read them. */
const typesIn = (test: (app: App) => boolean): string[] =>
  [...allResources().values()]
    .filter((resource) => resource.app && test(resource.app))
    .filter((resource) => !contextIfAny()?.restrictions?.deny(resource, 'read'))
    .map(({ type }) => type);

const mayRead = (who: Credential) => (app: App) => who.scopes.has(`${app}:read`);

/** Saved views (D-QRY-6): of their maker alone, or shared with everybody who may read the type. */
export const views = defineResource('views.view', {
  idPrefix: 'view',
  owner: 'owner_id',
  errors: { tooMany: conflictError('A person has at most 100 views.') },
  visible: (who) => {
    const type = typesIn(mayRead(who));
    return [
      { owner_id: who.user_id, type },
      { visibility: 'shared', type },
    ];
  },
  writable: (who) => [
    { owner_id: who.user_id },
    { visibility: 'shared', type: typesIn((app) => who.isAdmin(app) && mayRead(who)(app)) },
  ],
});

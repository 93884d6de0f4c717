import { type App, APPS, appOf, type Shown } from '../../kit/index.js';
import { inContext, t } from '../../kit/language.js';

/** The rules of a policy, without its name and status. */
export type Rules = Pick<Shown<'Policy'>, 'effect' | 'principals' | 'resources' | 'actions'> &
  Partial<Pick<Shown<'Policy'>, 'when' | 'approvers' | 'approvals'>>;
export type Principal = Rules['principals'][number];
export type Resource = Rules['resources'][number];

/** The kinds of access, and their words in a sentence. */
export const ASKS = {
  read: t('read'),
  write: t('change'),
  delete: t('delete'),
  share: t('share'),
  export: inContext('verb', 'export'),
} as const;
export type Ask = keyof typeof ASKS;

export const ALL_ASKS = Object.keys(ASKS) as Ask[];
export const ALL_APPS = Object.keys(APPS) as App[];

/** The apps that records are of. Those of none, as webhooks, only `*` names. */
export const appsOf = (resources: readonly Resource[]): App[] =>
  ALL_APPS.filter((app) => resources.some(({ type }) => appOf(type) === app));

/** The kinds of access that actions give in an app. */
export const asksIn = (app: string, actions: readonly string[]): Ask[] =>
  ALL_ASKS.filter((ask) => ['*', `${app}:*`, `${app}:${ask}`].some((action) => actions.includes(action)));

/** Apps that actions name though no record is of them, and the other way round: there the policy says nothing. */
export function idle({ resources, actions }: Rules): { actions: App[]; resources: App[] } {
  const apps = appsOf(resources);
  return {
    actions: ALL_APPS.filter((app) => !apps.includes(app) && actions.some((action) => action.startsWith(`${app}:`))),
    resources: apps.filter((app) => asksIn(app, actions).length === 0),
  };
}

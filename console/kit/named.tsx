import { useQuery } from '@tanstack/react-query';
import { useMay, useReadAny } from './api.js';
import { Avatar } from './avatar.js';
import { CONTRACT } from './built.js';
import { Id } from './id.js';
import { personOf } from './people.js';
import { prefixOf } from './resources.js';
import type { Scope } from './scopes.js';
import { t } from './language.js';

export interface Source {
  /** The path of their list. */
  path: string;
  /** The path of one, where that is not `/{id}` of the list. */
  one?: string;
  /** Fixed parts of the query of the list. */
  query?: Record<string, string>;
  /** Null: everybody may read them. */
  scope: Scope | null;
  /** The name by which people know a record. */
  name: (row: any) => string | null;
  /** A text that tells two of one name apart. */
  more?: (row: any) => string | null;
  /** Whether the list finds texts: where it does not, it is short. `only`: without a text it answers nothing. */
  finds?: boolean | 'only';
}

const byName = ({ name }: { name: string }) => name;
const byTitle = ({ title }: { title: string }) => title;

/** Records that people know by a name, by how their ids begin. Those of extensions are added as the contract has them (`understand`). */
export const SOURCES: Record<string, Source> = {
  usr: {
    path: '/v1/access/users',
    scope: 'access:read',
    name: ({ display_name }) => display_name,
    more: ({ email }) => email,
    finds: true,
  },
  grp: { path: '/v1/access/groups', scope: 'access:read', name: byName, finds: true },
  cli: { path: '/v1/access/oauth-clients', scope: 'access:read', name: byName },
  key: { path: '/v1/access/api-keys', scope: 'access:read', name: byName, finds: true },
  pol: { path: '/v1/guard/policies', scope: 'guard:read', name: byName, finds: true },
  rul: { path: '/v1/guard/alert-rules', scope: 'guard:read', name: byName, finds: true },
  cnt: {
    path: '/v1/sales/contacts',
    scope: 'sales:read',
    name: ({ display_name, email }) => display_name ?? email,
    more: ({ organization_name, display_name, email }) => organization_name ?? (display_name ? email : null),
    finds: true,
  },
  deal: { path: '/v1/sales/deals', scope: 'sales:read', name: byTitle, finds: true },
  pip: { path: '/v1/sales/pipelines', scope: 'sales:read', name: byName, finds: true },
  job: {
    path: '/v1/careers/jobs',
    scope: 'careers:read',
    name: byTitle,
    more: ({ department }) => department,
    finds: true,
  },
  cpl: { path: '/v1/careers/pipelines', scope: 'careers:read', name: byName, finds: true },
  app: {
    path: '/v1/search',
    one: '/v1/careers/applications/{id}',
    query: { types: 'careers.application' },
    scope: 'careers:read',
    name: ({ title, candidate }) => title ?? candidate?.display_name ?? null,
    finds: 'only',
  },
  prj: { path: '/v1/project/projects', scope: 'project:read', name: byName, finds: true },
  task: {
    path: '/v1/search',
    one: '/v1/project/tasks/{id}',
    query: { types: 'project.task' },
    scope: 'project:read',
    name: byTitle,
    more: ({ subtitle }) => subtitle,
    finds: 'only',
  },
  tpl: { path: '/v1/project/templates', scope: 'project:read', name: byName, finds: true },
  doc: { path: '/v1/office/documents', scope: 'office:read', name: byTitle, finds: true },
  fil: { path: '/v1/office/files', scope: 'office:read', name: byName, finds: true },
  wh: { path: '/v1/webhooks', scope: null, name: ({ url }) => url.replace(/^https?:\/\//, ''), finds: true },
  sht: { path: '/v1/office/sheets', scope: 'office:read', name: byTitle, finds: true },
};

/** Users for readers who may not read accounts: everybody may know the names of their colleagues. */
export const PEOPLE: Source = {
  path: '/v1/access/people',
  scope: null,
  name: ({ display_name }) => display_name,
  finds: true,
};

/** Stands in records for users who have been deleted. */
const DELETED_USER = 'usr_deleted';

export const isUserId = (id: string): boolean => prefixOf(id) === 'usr' || id === DELETED_USER;

/** Whether records whose ids begin so are known by a name. */
export const isNamed = (prefix: string): boolean => prefix in SOURCES;

/** How the ids of a type of record begin, where readers can look such records up by name: `office.document` → `doc`. */
export const pickOf = (type: string, may: (scope: Scope) => boolean): string | undefined =>
  Object.entries(SOURCES).find(
    ([, { path, query, scope }]) =>
      (query?.['types'] ?? CONTRACT.resources[path]) === type && (scope === null || may(scope)),
  )?.[0];

/** Milliseconds for which a name is taken as known. */
export const KNOWN_MS = 5 * 60_000;

export const oneAt = ({ path, one = `${path}/{id}` }: Source) => one;

/** The name of the record with this id. Null if it is unknown or not visible to the reader. */
export function useName(id: string | null | undefined): string | null {
  const may = useMay();
  const isUser = isUserId(id ?? '');
  const source = isUser ? undefined : SOURCES[prefixOf(id ?? '') ?? ''];
  const person = useQuery({
    queryKey: [PEOPLE.path, id],
    queryFn: () => personOf(id!),
    staleTime: KNOWN_MS,
    enabled: isUser,
  });
  const { data } = useReadAny(source ? oneAt(source) : '', {
    path: { id: id ?? '' },
    fresh: KNOWN_MS,
    when: source !== undefined && (source.scope === null || may(source.scope)),
  });
  if (isUser) return person.data?.display_name ?? null;
  return data && source ? source.name(data) : null;
}

/** A record by the name that people know: a link, where the reader may open it. */
export function Named({ of }: { of: string }) {
  const name = useName(of);
  const mayRead = useMay()('access:read');
  const mayOpen = mayRead && of !== DELETED_USER;
  if (!mayRead && prefixOf(of) === 'key') return <span title={of}>{t('An API key')}</span>;
  if (name === null || !isUserId(of)) return <Id of={of} as={name ?? undefined} />;
  return (
    <span className="person">
      <Avatar name={name} />
      {mayOpen ? <Id of={of} as={name} /> : <span title={of}>{name}</span>}
    </span>
  );
}

/** The app through which a user acted, by its name of that time. */
export const WithApp = ({ of: app }: { of: { id: string; name: string } | undefined }) =>
  app && (
    <>
      <span className="soft">{t('with')}</span> <Id of={app.id} as={app.name} />
    </>
  );

/** A record by its name, without a link. */
export const NameOf = ({ id }: { id: string }) => <>{useName(id) ?? id}</>;

import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { SuiteError } from '#client';
import { isForbidden, type List } from './api.js';
import { explain } from './errors.js';
import { Icon, type IconName } from './icons.js';
import { t } from './language.js';

interface StateProps {
  icon?: IconName;
  title: string;
  children?: ReactNode;
  /** A way out. */
  action?: ReactNode;
  /** It is all that the page shows. */
  page?: boolean;
}

/** Nothing to show: why, and what to do. */
export const Empty = ({ icon = 'list', title, children, action, page }: StateProps) => (
  <div className="state">
    <span className="state-icon">
      <Icon name={icon} size={24} />
    </span>
    {page ? <h1>{title}</h1> : <h2>{title}</h2>}
    {children && <p>{children}</p>}
    {action}
  </div>
);

/** The same in one line, for a part of a page: nothing to show, and all is well. */
export const Calm = ({ icon = 'check', children }: { icon?: IconName; children: ReactNode }) => (
  <p className={icon === 'check' ? 'calm calm-good' : 'calm'}>
    <Icon name={icon} />
    {children}
  </p>
);

/** A placeholder in the shape of a list, while data is loading. */
export const Loading = ({ rows = 6 }: { rows?: number }) => (
  <div className="loading" role="status" aria-label={t('Loading')}>
    {Array.from({ length: rows }, (_, index) => (
      <Skeleton key={index} height={18} radius="sm" width={`${92 - ((index * 17) % 40)}%`} />
    ))}
  </div>
);

/** In place of what could not be shown. */
export function Failed({ error, again, page }: { error: unknown; again?: () => void; page?: boolean }) {
  if (isForbidden(error))
    return (
      <Empty page={page} icon="lock" title={t('You may not see this')}>
        {t('{message} Ask an admin of your workspace for a role that lets you.', {
          message: (error as SuiteError).message,
        })}
      </Empty>
    );
  const gone = error instanceof SuiteError && error.status === 404;
  const { title, text } = explain(error);
  return (
    <div role="alert">
      <Empty
        page={page}
        icon={gone ? 'search' : 'alert'}
        title={title}
        action={
          again &&
          !gone && (
            <Button variant="default" leftSection={<Icon name="refresh" size={16} />} onClick={again}>
              {t('Try again')}
            </Button>
          )
        }
      >
        {text}
      </Empty>
    </div>
  );
}

interface ListedProps<T> {
  of: Pick<List<T>, 'rows' | 'loading' | 'error' | 'hasMore' | 'more' | 'again'>;
  /** In place of rows. */
  empty: ReactNode;
  children: (rows: readonly T[]) => ReactNode;
}

/** The states of a list, and its rows with a way to more of them. */
export const Listed = <T,>({ of, empty, children }: ListedProps<T>) => (
  <>
    {of.error && !of.rows.length ? (
      <Failed error={of.error} again={of.again} />
    ) : of.loading ? (
      <Loading rows={3} />
    ) : of.rows.length ? (
      children(of.rows)
    ) : (
      empty
    )}
    {of.hasMore && (
      <button type="button" className="link" onClick={of.more}>
        {t('Show more')}
      </button>
    )}
  </>
);

/**
 * Turns true soon after `isThere`, at once where it begins so. What is drawn then is drawn in slices, between which the browser
 * answers. By itself React draws at once, however long it takes, what comes from a store, as answers and places do.
 */
export const useInSlices = (isThere: boolean): boolean => useDeferredValue(isThere);

/** The states of the one answer that a page shows, and what to show of it. */
export function Ready<T>({ of, children }: { of: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  const isDrawn = useInSlices(of.data !== undefined);
  if (isDrawn && of.data !== undefined) return children(of.data);
  return of.error ? <Failed page error={of.error} again={() => void of.refetch()} /> : <Loading />;
}

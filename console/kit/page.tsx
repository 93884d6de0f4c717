import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { ROOT } from './session.js';
import { Icon } from './icons.js';
import { t } from './language.js';

export interface PageProps {
  title: string;
  /** One sentence: what this is for. */
  about?: ReactNode;
  /** The page that this one belongs to. */
  within?: { title: string; to: string; search?: Record<string, string> };
  /** Beside the title: a state, for example. */
  beside?: ReactNode;
  /** Buttons. */
  actions?: ReactNode;
  /** Little room above what it holds, which is a list. */
  dense?: boolean;
  /** Links between pages that stand side by side. */
  pages?: ReactNode;
  children: ReactNode;
}

/** The frame of every page: where it is, what it is, what can be done, and then the thing itself. */
export function Page({ title, about, within, beside, actions, dense, pages, children }: PageProps) {
  useEffect(() => {
    document.title = t('{title} · Workspace Suite', { title });
  }, [title]);
  return (
    <>
      <header className="page-head" data-dense={dense || undefined}>
        <div className="page-title">
          {within && (
            <nav aria-label={t('Breadcrumb')}>
              <Go to={within.to} search={within.search}>
                {within.title}
              </Go>
              <Icon name="chevronRight" size={14} />
            </nav>
          )}
          <div className="page-name">
            <h1>{title}</h1>
            {beside}
          </div>
          {about && <p>{about}</p>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {pages}
      {children}
    </>
  );
}

/**
 * A link within the console: `/api-keys/key_…`. What it leads to is loaded as soon as it is pointed at. (The router's own link
 * watches where the reader is, which in a table of hundreds of links is most of the work of scrolling.)
 */
export function Go({ to, search = {}, children, ...rest }: GoProps) {
  const router = useRouter();
  const target = { to, search };
  const preload = () => void router.preloadRoute(target).catch(() => undefined);
  return (
    <a
      {...rest}
      href={ROOT + to.slice(1) + (Object.keys(search).length ? `?${new URLSearchParams(search)}` : '')}
      onMouseEnter={preload}
      onFocus={preload}
      onClick={(event) => {
        // Another tab or window is the browser's business.
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        void router.navigate(target);
      }}
    >
      {children}
    </a>
  );
}

interface GoProps {
  to: string;
  search?: Record<string, string>;
  className?: string;
  children: ReactNode;
  'aria-label'?: string;
  'aria-current'?: 'page';
}

/** A part of a page with a heading of its own. */
export const Section = ({ title, beside, children }: { title: string; beside?: ReactNode; children: ReactNode }) => (
  <section className="card" aria-label={title}>
    <header>
      <h2>{title}</h2>
      {beside}
    </header>
    {children}
  </section>
);

/** Characters that a cell, and a page, draw without being asked to: browsers take seconds for a line of a million. */
const SHORT = 200;
const LONG = 5000;

/** A text of any length. */
export function Long({ text, short }: { text: string; short?: boolean }) {
  const [all, setAll] = useState(false);
  if (all || text.length <= (short ? SHORT : LONG)) return text;
  if (short) return `${text.slice(0, SHORT)}…`;
  return (
    <>
      {text.slice(0, LONG)}…{' '}
      <button type="button" className="link" onClick={() => setAll(true)}>
        {t('Show all {text} characters', { text: text.length.toLocaleString() })}
      </button>
    </>
  );
}

/** The fields of one record: names and values. */
export const Facts = ({ of }: { of: Record<string, ReactNode> }) => (
  <dl className="facts">
    {Object.entries(of).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value === false || value === '' || value == null ? <span className="soft">—</span> : value}</dd>
      </div>
    ))}
  </dl>
);

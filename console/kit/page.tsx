import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { Icon } from './icons.js';

interface PageProps {
  title: string;
  /** One sentence: what this is for. */
  about?: ReactNode;
  /** The page that this one belongs to. */
  within?: { title: string; to: string };
  /** Beside the title: a state, for example. */
  beside?: ReactNode;
  /** Buttons. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of every page: where it is, what it is, what can be done, and then the thing itself. */
export function Page({ title, about, within, beside, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Workspace Suite`;
  }, [title]);
  return (
    <>
      <header className="page-head">
        <div className="page-title">
          {within && (
            <nav aria-label="Breadcrumb">
              <Go to={within.to}>{within.title}</Go>
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
      {children}
    </>
  );
}

/** A link within the console: `/keys/key_…`. */
export const Go = ({
  to,
  search,
  children,
  ...rest
}: {
  to: string;
  search?: Record<string, string>;
  className?: string;
  children: ReactNode;
  'aria-label'?: string;
}) => (
  <Link to={to as string} search={search as never} {...rest}>
    {children}
  </Link>
);

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

/** What is known of one record: names and values. */
export const Facts = ({ of }: { of: Record<string, ReactNode> }) => (
  <dl className="facts">
    {Object.entries(of).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value ?? <span className="soft">—</span>}</dd>
      </div>
    ))}
  </dl>
);

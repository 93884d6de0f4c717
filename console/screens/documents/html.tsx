import { parseDocument } from 'htmlparser2';
import { createElement, type ReactNode } from 'react';
import { Link } from './content.js';
import styles from './document.module.css';
import { t } from '../../kit/language.js';

/** Elements that are shown. Of any other element only the content is shown. Headings begin below the title of the page. */
const KNOWN: Record<string, string> = Object.fromEntries(
  'p br hr ul ol li dl dt dd blockquote pre code b strong i em u s del ins mark sub sup small table caption thead tbody tfoot tr th td div section'
    .split(' ')
    .map((name) => [name, name]),
);
Object.assign(KNOWN, { h1: 'h2', h2: 'h3', h3: 'h4', h4: 'h5', h5: 'h6', h6: 'h6' });

/** Elements that are dropped with their content. */
const DROPPED = new Set('script style template noscript iframe object svg math head title'.split(' '));
const EMPTY = new Set(['br', 'hr']);
/** Elements in which white space between others means nothing; React warns of it. */
const BARE = new Set('table thead tbody tfoot tr ul ol dl'.split(' '));
/** Deeper than any text: what is in it is left out, so that nobody can exhaust the stack. */
const DEEPEST = 100;

/** HTML is never put into the page: what it describes is drawn anew, of elements that we know and without attributes. */
export const fromHtml = (html: string): ReactNode => drawn(parseDocument(html).children, 0);

type Nodes = ReturnType<typeof parseDocument>['children'];

const drawn = (nodes: Nodes, depth: number, within = ''): ReactNode[] =>
  nodes.map((node, key) => {
    if (node.type === 'text') return BARE.has(within) && !node.data.trim() ? null : node.data;
    if (node.type !== 'tag' || DROPPED.has(node.name) || depth > DEEPEST) return null;
    if (node.name === 'img') return node.attribs.alt;
    const children = drawn(node.children, depth + 1, node.name);
    if (node.name === 'a')
      return (
        <Link key={key} to={node.attribs.href ?? ''}>
          {children}
        </Link>
      );
    const known = KNOWN[node.name];
    if (!known) return <span key={key}>{children}</span>;
    const start = known === 'ol' ? Number(node.attribs.start ?? 1) : undefined;
    // People without a mouse scroll a wide table, too.
    if (known === 'table')
      return (
        <div key={key} className={styles.wide} role="group" aria-label={t('Table')} tabIndex={0}>
          <table>{children}</table>
        </div>
      );
    return createElement(known, { key, start }, ...(EMPTY.has(known) ? [] : children));
  });

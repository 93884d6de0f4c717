import { createElement, type ReactNode } from 'react';
import { Link } from './content.js';

/** What texts are made of. Of any other element the content is shown; headings are those below the title of the page. */
const KNOWN: Record<string, string> = Object.fromEntries(
  'p br hr ul ol li dl dt dd blockquote pre code b strong i em u s del ins mark sub sup small table caption thead tbody tfoot tr th td'
    .split(' ')
    .map((name) => [name, name]),
);
Object.assign(KNOWN, { h1: 'h2', h2: 'h3', h3: 'h4', h4: 'h5', h5: 'h6', h6: 'h6', div: 'div', section: 'div' });

/** What is no text at all, and what of it has no end. */
const DROPPED = new Set('script style template noscript iframe object svg math head title'.split(' '));
const ENDLESS = new Set('embed link meta base'.split(' '));
const EMPTY = new Set(['br', 'hr']);
/** Elements in which white space between others means nothing; React warns of it. */
const BARE = new Set('table thead tbody tfoot tr ul ol dl'.split(' '));
/** Deeper than any text: what is in it is left out, so that nobody can exhaust the stack. */
const DEEPEST = 100;

/** The document that HTML describes is read by the browser, which runs and loads nothing of it, and drawn anew. */
export const fromHtml = (html: string): ReactNode =>
  drawn(new DOMParser().parseFromString(bare(html), 'text/html').body.childNodes, 0);

/**
 * Without attributes, scripts and styles. Nothing of them would count anyway; but the policy of the page reports each that it sees,
 * and what it reports should be worth a look.
 */
function bare(html: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', at)) {
    const [all, slash, name] = /^<(\/?)([a-z][^\s/>]{0,40})/i.exec(html.slice(open, open + 50)) ?? [];
    if (!all) {
      parts.push(html.slice(at, open + 1));
      at = open + 1;
      continue;
    }
    const end = endOfTag(html, open + all.length);
    const attributes = html.slice(open + all.length, end);
    const tag = name!.toLowerCase();
    parts.push(html.slice(at, open));
    if (DROPPED.has(tag)) parts.push(`<${slash}template>`);
    else if (!ENDLESS.has(tag)) parts.push(`<${slash}${tag}${KEPT.exec(attributes)?.[0] ?? ''}>`);
    at = end + 1;
  }
  return parts.join('') + html.slice(at);
}

/** Where links lead, and what stands for a picture. */
const KEPT = /\s(?:href|alt)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/i;

/** The `>` that is in no value. */
function endOfTag(html: string, from: number): number {
  let at = from;
  while (at < html.length && html[at] !== '>') {
    const quote = html[at] === '=' && /^=\s{0,9}(["'])/.exec(html.slice(at, at + 12));
    const close = quote ? html.indexOf(quote[1]!, at + quote[0].length) : -1;
    at = close < 0 ? at + 1 : close + 1;
  }
  return at;
}

const drawn = (nodes: NodeListOf<ChildNode>, depth: number, within = ''): ReactNode[] =>
  [...nodes].map((node, key) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.textContent ?? '';
      return BARE.has(within) && !text.trim() ? null : text;
    }
    if (!(node instanceof Element) || depth > DEEPEST) return null;
    const name = node.localName;
    if (DROPPED.has(name) || ENDLESS.has(name)) return null;
    if (name === 'img') return node.getAttribute('alt');
    const children = drawn(node.childNodes, depth + 1, name);
    if (name === 'a')
      return (
        <Link key={key} to={node.getAttribute('href') ?? ''}>
          {children}
        </Link>
      );
    const known = KNOWN[name];
    if (!known) return <span key={key}>{children}</span>;
    return EMPTY.has(name) ? createElement(known, { key }) : createElement(known, { key }, ...children);
  });

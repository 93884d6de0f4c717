import { parseDocument } from 'htmlparser2';

/** Elements that the rich-text editor keeps, or of which it keeps all that a reader sees. */
const KEPT = new Set(
  (
    'html head body main article section div span p br hr ul ol li blockquote pre code b strong i em u s del strike a ' +
    'h1 h2 h3 h4 h5 h6 table thead tbody tfoot tr th td colgroup col'
  ).split(' '),
);

/** Names of the elements of an HTML text that the rich-text editor would drop. */
export function lostParts(html: string): string[] {
  const lost = new Set<string>();
  const left = [...parseDocument(html).children];
  for (let node = left.pop(); node; node = left.pop()) {
    if (!('children' in node)) continue;
    if ('name' in node && !KEPT.has(node.name)) lost.add(node.name);
    for (const child of node.children) left.push(child);
  }
  return [...lost].toSorted();
}

import { createElement, type ReactNode } from 'react';
import { Link } from './content.js';

/**
 * Markdown as people write it: headings, paragraphs, lists within lists, quotes, code, tables, emphasis, links. HTML in it stays
 * the text that it is.
 */
export const fromMarkdown = (text: string): ReactNode => blocks(text.replaceAll('\r\n', '\n').split('\n'), 0);

const FENCE = /^ {0,3}(```+|~~~+)/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/;
const RULE = /^ {0,3}([-*_])(\s*\1){2,}\s*$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])(\s+|$)/;
const DIVIDER = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

const isTable = (lines: readonly string[], at: number) =>
  Boolean(lines[at]?.includes('|') && lines[at + 1]?.includes('|') && DIVIDER.test(lines[at + 1]!));
/** Begins something that is no paragraph. */
const begins = (lines: readonly string[], at: number) =>
  [FENCE, HEADING, RULE, QUOTE, ITEM].some((kind) => kind.test(lines[at]!)) || isTable(lines, at);

/** Quotes and lists within each other at most; beyond it their text is shown as it is. */
const DEEPEST = 20;

function blocks(lines: readonly string[], depth: number): ReactNode[] {
  if (depth > DEEPEST) return [lines.join('\n')];
  const made: ReactNode[] = [];
  let at = 0;
  /** Takes lines as long as they fit. */
  const take = (fits: (line: string, at: number) => boolean): string[] => {
    const from = at;
    while (at < lines.length && fits(lines[at]!, at)) at++;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const [line, key] = [lines[at]!, at];
    const heading = HEADING.exec(line);
    const fence = FENCE.exec(line)?.[1];
    const item = ITEM.exec(line);
    if (!line.trim()) at++;
    else if (fence) {
      at++;
      const code = take((each) => !each.trim().startsWith(fence));
      at++;
      made.push(
        <pre key={key}>
          <code>{code.join('\n')}</code>
        </pre>,
      );
    } else if (heading) {
      at++;
      // Below the title of the page.
      made.push(createElement(`h${Math.min(6, heading[1]!.length + 1)}`, { key }, ...inline(heading[2]!)));
    } else if (RULE.test(line)) {
      at++;
      made.push(<hr key={key} />);
    } else if (QUOTE.test(line)) {
      const quoted = take((each) => QUOTE.test(each)).map((each) => each.replace(QUOTE, ''));
      made.push(<blockquote key={key}>{blocks(quoted, depth + 1)}</blockquote>);
    } else if (item) {
      const ordered = /\d/.test(item[2]!);
      const items: string[][] = [];
      while (at < lines.length) {
        const next = ITEM.exec(lines[at]!);
        if (!next || /\d/.test(next[2]!) !== ordered || RULE.test(lines[at]!)) break;
        const width = next[0].length;
        const first = lines[at++]!.slice(width);
        // What is indented belongs to it, and so do empty lines before that.
        const inside = (each: string) => /^ {2,}|^\t/.test(each);
        const rest = take((each, here) => inside(each) || (!each.trim() && inside(lines[here + 1] ?? '')));
        items.push([first, ...rest.map((each) => each.replace(new RegExp(`^( {1,${width}}|\t)`), ''))]);
        take((each, here) => !each.trim() && ITEM.test(lines[here + 1] ?? ''));
      }
      const children = items.map((each, index) => <li key={index}>{tight(blocks(each, depth + 1))}</li>);
      made.push(
        ordered ? (
          <ol key={key} start={Number.parseInt(item[2]!, 10)}>
            {children}
          </ol>
        ) : (
          <ul key={key}>{children}</ul>
        ),
      );
    } else if (isTable(lines, at)) {
      const [head, , ...rows] = take((each) => each.includes('|'));
      made.push(table(head!, rows, key));
    } else {
      const paragraph = [lines[at++]!, ...take((each, here) => each.trim() !== '' && !begins(lines, here))];
      made.push(<p key={key}>{inline(paragraph.map((each) => each.trim()).join('\n'))}</p>);
    }
  }
  return made;
}

/** An item with one paragraph has no space around it. */
const tight = (made: ReactNode[]): ReactNode => {
  const [first, ...rest] = made as { type?: unknown; props?: { children: ReactNode } }[];
  return first?.type === 'p' ? [...[first.props!.children].flat(), ...(rest as ReactNode[])] : made;
};

function table(head: string, rows: readonly string[], key: number): ReactNode {
  const cells = (row: string) =>
    row
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'));
  return (
    <table key={key}>
      <thead>
        <tr>
          {cells(head).map((cell, index) => (
            <th key={index}>{inline(cell)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {cells(row).map((cell, place) => (
              <td key={place}>{inline(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Of each the first that stands in the text counts. None of them looks further than one line that it is in. */
const SPANS =
  /\\([\\`*_{}[\]()#+.!|~>-])|(`+)([^`]+)\2|!?\[([^\]\n]{0,500})\]\(<?([^\s)>]{0,2000})>?(?:\s+"[^"\n]*")?\)|<((?:https?:|mailto:)[^\s<>]+)>|\*\*(?=\S)([^*\n]+?)\*\*|__(?=\S)([^_\n]+?)__|\*(?=\S)([^*\n]+?)\*|(?<!\w)_(?=\S)([^_\n]+?)_(?!\w)|~~(?=\S)([^~\n]+?)~~|(https?:\/\/[^\s<>()]+[^\s<>().,;:!?'"])| {2,}\n/g;

function inline(text: string): ReactNode[] {
  const made: ReactNode[] = [];
  let from = 0;
  for (const found of text.matchAll(SPANS)) {
    made.push(text.slice(from, found.index));
    from = found.index + found[0].length;
    const [, escaped, , code, words, to, address, strong, strong2, em, em2, gone, bare] = found;
    const key = found.index;
    if (escaped) made.push(escaped);
    else if (code) made.push(<code key={key}>{code}</code>);
    else if (to !== undefined)
      made.push(
        <Link key={key} to={to}>
          {inline(words!)}
        </Link>,
      );
    else if (address ?? bare)
      made.push(
        <Link key={key} to={(address ?? bare)!}>
          {address ?? bare}
        </Link>,
      );
    else if (strong ?? strong2) made.push(<strong key={key}>{inline((strong ?? strong2)!)}</strong>);
    else if (em ?? em2) made.push(<em key={key}>{inline((em ?? em2)!)}</em>);
    else if (gone) made.push(<s key={key}>{inline(gone)}</s>);
    else made.push(<br key={key} />);
  }
  made.push(text.slice(from));
  return made;
}

import { from, made, type Preset, type SourceRow } from './preset.js';

/** The title and the id that a name has; without an id null. */
type Naming = (name: string) => [title: string, id: string] | null;

/** Notion ends names with the id of the page: `Plan 0123456789abcdef0123456789abcdef.md`. */
const NOTION: Naming = (name) => {
  const id = name.slice(-32);
  return id.length === 32 && /^[0-9a-f]+$/.test(id) ? [name.slice(0, -32).trim(), id] : null;
};

/** Confluence names files by title and id, or by the id alone: `Plan_65537.html`. */
const CONFLUENCE: Naming = (name) => {
  const at = name.lastIndexOf('_');
  const id = name.slice(at + 1);
  return id.length > 2 && /^[0-9]+$/.test(id) ? [name.slice(0, Math.max(at, 0)), id] : null;
};

/** A path without its ending. */
const plainName = (path: string): string => {
  const at = path.lastIndexOf('.');
  return at > path.lastIndexOf('/') ? path.slice(0, at) : path;
};

const isHtml = (row: SourceRow): boolean => row.get('type') === 'html';

/** The folders of a page and its own name, without its ending. */
const partsOf = (row: SourceRow): string[] => plainName(row.get('path')).split('/');

const idOf = (row: SourceRow, naming: Naming): string => naming(partsOf(row).at(-1)!)?.[1] ?? partsOf(row).join('/');

/** The text between two others, without tags; null where one of them is missing. */
function textBetween(html: string, before: string, after: string): string | null {
  const start = html.indexOf(before);
  const end = start < 0 ? -1 : html.indexOf(after, start + before.length);
  return end < 0 ? null : plain(html.slice(start + before.length, end));
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

const plain = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => NAMED[name]!)
    .replace(/\s+/g, ' ')
    .trim();

/** The title that a page gives itself: its first heading, or the title of its HTML. */
function ownTitle(row: SourceRow): string | null {
  const content = row.get('content');
  if (isHtml(row)) return textBetween(content.slice(0, 65_536), '<title>', '</title>');
  const first = content.slice(0, 1_000).split('\n', 1)[0]!;
  return (first.startsWith('# ') && first.slice(2).trim()) || null;
}

/** Documents have no folders: their titles say the path. */
const path = (parents: readonly string[], title: string): string =>
  [...parents, title].filter(Boolean).join(' / ').slice(0, 255);

/** The body of a page, which is all that a document needs. */
function bodyOf(row: SourceRow): string {
  const content = row.get('content');
  if (!isHtml(row)) return content;
  const start = content.indexOf('<body');
  const open = start < 0 ? -1 : content.indexOf('>', start);
  const end = content.lastIndexOf('</body>');
  return open < 0 ? content : content.slice(open + 1, end < open ? undefined : end).trim();
}

/** The page itself, without the heading, breadcrumbs and lists of attachments around it. */
function confluenceBody(row: SourceRow): string {
  const content = row.get('content');
  const start = content.indexOf('id="main-content"');
  const open = start < 0 ? -1 : content.indexOf('>', start);
  if (open < 0) return bodyOf(row);
  const ends = ['<div class="pageSection group"', '<div id="footer"', '</body>'];
  const end = ends.map((each) => content.indexOf(each, open)).filter((at) => at > 0);
  return content.slice(open + 1, end.length ? Math.min(...end) : undefined).trim();
}

/** The pages above: the links of the breadcrumbs, of which the first one is the space. */
function confluenceParents(row: SourceRow): string[] {
  const content = row.get('content');
  const start = content.indexOf('id="breadcrumbs"');
  const end = start < 0 ? -1 : content.indexOf('</ol>', start);
  if (end < 0) return [];
  return content
    .slice(start, end)
    .split('</a>')
    .slice(0, -1)
    .map((link) => plain(link.slice(link.lastIndexOf('<a'))));
}

const isIndex = (row: SourceRow): boolean => partsOf(row).at(-1) === 'index';

const pages = (
  preset: Pick<Preset, 'id' | 'title' | 'file' | 'header'>,
  of: {
    id: (row: SourceRow) => string;
    title: (row: SourceRow) => string;
    body: (row: SourceRow) => string;
    hasIndex: boolean;
  },
): Preset => ({
  ...preset,
  format: 'zip',
  skip: (row) =>
    row.get('file')
      ? `${row.get('file')}: ${row.get('reason')}`
      : of.hasIndex && isIndex(row)
        ? 'The table of contents is not imported.'
        : null,
  items: [
    {
      kind: 'document',
      id: of.id,
      idFrom: ['path'],
      fields: {
        title: made(['path'], of.title),
        content: made(['content'], of.body),
        content_type: from('type'),
      },
    },
  ],
  notTaken: {
    file: 'Files beside the pages are not imported; the list of errors names them. The preset files takes all files of a zip.',
  },
});

export const notion = pages(
  {
    id: 'notion',
    title: 'Notion',
    file: 'Settings, Export all workspace content, Markdown & CSV or HTML.',
    header: ['notion'],
  },
  {
    id: (row) => idOf(row, NOTION),
    title: (row) => {
      const parts = partsOf(row).map((part) => NOTION(part)?.[0] ?? part);
      return path(parts.slice(0, -1), ownTitle(row) ?? parts.at(-1)!);
    },
    body: bodyOf,
    hasIndex: true,
  },
);

export const confluence = pages(
  {
    id: 'confluence',
    title: 'Confluence',
    file: 'Space settings, Export space, HTML.',
    header: ['confluence'],
  },
  {
    id: (row) => idOf(row, CONFLUENCE),
    title: (row) => {
      const parents = confluenceParents(row);
      const own = partsOf(row).at(-1)!;
      const name = ownTitle(row) ?? (CONFLUENCE(own)?.[0] || own);
      // Its HTML says `Space : Title`.
      return path(parents, parents[0] ? name.replace(`${parents[0]} : `, '') : name);
    },
    body: confluenceBody,
    hasIndex: true,
  },
);

export const outline = pages(
  {
    id: 'outline',
    title: 'Outline, or a zip of Markdown and HTML',
    file: 'Settings, Export, Markdown or HTML.',
    header: ['path'],
  },
  {
    id: (row) => partsOf(row).join('/'),
    title: (row) => path(partsOf(row).slice(0, -1), ownTitle(row) ?? partsOf(row).at(-1)!),
    body: bodyOf,
    hasIndex: false,
  },
);

/** The columns of the rows of a zip; the last ones say which system it comes from. */
export function columnsOfPages(paths: readonly string[]): string[] {
  const isNamed = (naming: Naming) => paths.some((path) => naming(plainName(path).split('/').at(-1)!));
  const isConfluence = paths.some((each) => each.endsWith('index.html')) && isNamed(CONFLUENCE);
  return ['path', 'content', 'type', 'file', ...(isNamed(NOTION) ? ['notion'] : isConfluence ? ['confluence'] : [])];
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Html } from '../html/html.js';
import { findOperation, type Operation, type Section } from './contents.js';
import type { Heading, Markdown } from './markdown.js';

/** Guides about the project itself; the others are for people who use the API. */
const ABOUT_THE_PROJECT = ['architecture', 'asvs', 'decisions', 'extending', 'glossary', 'operations', 'security'];

/** One file of `docs/`. */
export interface Guide {
  name: string;
  title: string;
  /** The Markdown as it is in the file. */
  text: string;
  isAboutProject: boolean;
  /** The routes that it names. */
  operations: ReadonlySet<Operation>;
}

/** The directory `docs` above this file, whether it is built or not; null where the guides are not installed. */
export function guidesDirectory(): string | null {
  let directory = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(directory, 'docs', 'webhooks.md'))) {
    const above = dirname(directory);
    if (above === directory) return null;
    directory = above;
  }
  return join(directory, 'docs');
}

export function readGuides(sections: readonly Section[]): Guide[] {
  const directory = guidesDirectory();
  if (!directory) return [];
  const names = readdirSync(directory).filter((file) => file.endsWith('.md'));
  return names.toSorted().map((file) => {
    const name = file.slice(0, -'.md'.length);
    const text = readFileSync(join(directory, file), 'utf8');
    const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? name;
    const mentions = [...text.matchAll(/\b(?:GET|POST|PUT|PATCH|DELETE) \/v1\/[\w/{}:.-]+/g)];
    const operations = mentions
      .map(([mention]) => findOperation(sections, mention))
      .filter((each) => each !== undefined);
    return { name, title, text, isAboutProject: ABOUT_THE_PROJECT.includes(name), operations: new Set(operations) };
  });
}

/** The pictures of the guides, by name. */
export function guideImages(): ReadonlyMap<string, URL> {
  const directory = guidesDirectory();
  const images = directory && join(directory, 'images');
  if (!images || !existsSync(images)) return new Map();
  return new Map(readdirSync(images).map((name) => [name, pathToFileURL(join(images, name))]));
}

interface Around {
  markdown: Markdown;
  guides: readonly Guide[];
  sections: readonly Section[];
  /** The address of the site, such as `/docs`. */
  root: string;
  /** The address of the pictures. */
  images: string;
}

/** A guide as HTML. Links to other guides lead to their pages; files of the repository are no links. */
export function renderGuide(guide: Guide, around: Around): { body: Html; headings: Heading[] } {
  const { markdown, guides, sections, root, images } = around;
  return markdown.render(guide.text, {
    link(href) {
      if (/^(https?:|mailto:|#)/.test(href)) return href;
      if (href === '../openapi.json') return root.replace(/docs$/, 'openapi.json');
      const [, name, anchor = ''] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
      return name && guides.some((each) => each.name === name) ? `${root}/guides/${name}${anchor}` : null;
    },
    code: (text) => addressOf(root, findOperation(sections, text)) ?? eventAddress(root, sections, text),
    image: (source) => `${images}/${source.split('/').at(-1)}`,
  });
}

const addressOf = (root: string, operation?: Operation) => (operation ? root + operation.address : null);

function eventAddress(root: string, sections: readonly Section[], text: string): string | null {
  if (!/^[a-z_]+(\.[a-z_]+){2}$/.test(text)) return null;
  const event = sections.flatMap(({ events }) => events).find(({ type }) => type === text);
  return event ? root + event.address : null;
}

import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';

const RULES: sanitizeHtml.IOptions = {
  allowedAttributes: { a: ['href'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
};

/** Texts that are kept as they were made safe. The same few are shown again and again, and a long one takes milliseconds. */
const MAX_KEPT = 200;

const kept = new Map<string, string>();

/** Loaded when it is first needed, with the parsers of HTML and CSS that it stands on. */
const sanitize = (html: string): string =>
  (createRequire(import.meta.url)('sanitize-html') as typeof sanitizeHtml)(html, RULES);

/**
 * What of a text in HTML a page can show as it is: formatting, lists, tables, links. Nothing in it runs or loads, or
 * looks like a part of the page.
 */
export function safeHtml(html: string): string {
  const safe = kept.get(html) ?? sanitize(html);
  // The one that was not asked for the longest goes first.
  kept.delete(html);
  kept.set(html, safe);
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
  return safe;
}

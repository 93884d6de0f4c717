import sanitizeHtml from 'sanitize-html';

const RULES: sanitizeHtml.IOptions = {
  allowedAttributes: { a: ['href'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
};

/**
 * What of a text in HTML a page can show as it is: formatting, lists, tables, links. Nothing in it runs or loads, or
 * looks like a part of the page.
 */
export const safeHtml = (html: string): string => sanitizeHtml(html, RULES);

import MarkdownIt from 'markdown-it';
import type { ReactNode } from 'react';
import { fromHtml } from './html.js';

/** HTML in it stays the text that it is. */
const markdown = new MarkdownIt({ linkify: true });

export const fromMarkdown = (text: string): ReactNode => fromHtml(markdown.render(text));

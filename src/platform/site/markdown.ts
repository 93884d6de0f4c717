import type { MarkdownIt, Token } from 'markdown-it';
import { Html, html } from '../html/html.js';

/** Where links of a text lead, and which of its code is a link. */
export interface Links {
  /** The address for the one of a text; null for a file that the site does not have. */
  link?: (href: string) => string | null;
  /** The address of what inline code names; null where it is just code. */
  code?: (text: string) => string | null;
  image?: (source: string) => string;
}

export interface Heading {
  level: number;
  text: string;
  anchor: string;
}

/** Renders Markdown as HTML. HTML in a text stays the text that it is, and addresses such as `javascript:` are no links. */
export class Markdown {
  private constructor(private readonly parser: MarkdownIt) {}

  /** The library is loaded when it is first needed. */
  static async load(): Promise<Markdown> {
    const { default: Parser } = await import('markdown-it');
    return new Markdown(new Parser({ html: false, linkify: false }));
  }

  render(text: string, links: Links = {}): { body: Html; headings: Heading[] } {
    const headings: Heading[] = [];
    const used = new Map<string, number>();
    const tokens = this.parser.parse(text, {});
    tokens.forEach((token, index) => {
      if (token.type !== 'heading_open') return;
      const plain = plainText(tokens[index + 1]?.children ?? []);
      const base = githubSlug(plain);
      const count = used.get(base) ?? 0;
      used.set(base, count + 1);
      const anchor = count ? `${base}-${count}` : base;
      token.attrSet('id', anchor);
      headings.push({ level: Number(token.tag.slice(1)), text: plain, anchor });
    });
    for (const token of tokens) {
      // Columns have an inline style for their alignment, which the policy of the page forbids.
      if (/^t[hd]_open$/.test(token.type)) token.attrs = null;
      for (const inner of token.children ?? []) this.#adjust(inner, links);
    }
    return { body: new Html(this.#write(tokens, links, headings)), headings };
  }

  /** A text of one line, without a paragraph around it. */
  inline(text: string, links: Links = {}): Html {
    const tokens = this.parser.parseInline(text, {});
    for (const token of tokens) for (const inner of token.children ?? []) this.#adjust(inner, links);
    return new Html(this.#write(tokens, links, []));
  }

  #adjust(token: Token, { link, image }: Links): void {
    if (token.type === 'link_open' && link) {
      const href = link(String(token.attrGet('href')));
      if (href === null) token.attrs = token.attrs!.filter(([name]) => name !== 'href');
      else token.attrSet('href', href);
    }
    if (token.type === 'image' && image) token.attrSet('src', image(String(token.attrGet('src'))));
  }

  #write(tokens: Token[], { code }: Links, headings: Heading[]): string {
    const { renderer, options } = this.parser;
    let heading = 0;
    const rules: typeof renderer.rules = {
      ...renderer.rules,
      code_inline: (all, index) => {
        const text = all[index]!.content;
        const address = code?.(text);
        const shown = html`<code>${text}</code>`;
        return (address ? html`<a href="${address}">${shown}</a>` : shown).text;
      },
      fence: (all, index) => html`<pre><code>${all[index]!.content}</code></pre>`.text,
      code_block: (all, index) => html`<pre><code>${all[index]!.content}</code></pre>`.text,
      table_open: () => '<div class="table" role="group" aria-label="Table" tabindex="0"><table>',
      table_close: () => '</table></div>',
      heading_close: (all, index) => {
        const { anchor, text } = headings[heading++]!;
        const mark = html` <a class="anchor" href="#${anchor}" aria-label="Link to ${text}">#</a>`;
        return `${mark.text}</${all[index]!.tag}>`;
      },
    };
    const usual = renderer.rules;
    renderer.rules = rules;
    try {
      return renderer.render(tokens, options, {});
    } finally {
      renderer.rules = usual;
    }
  }
}

const plainText = (tokens: Token[]): string =>
  tokens
    .map(({ type, content, children }) =>
      children ? plainText(children) : type === 'text' || type === 'code_inline' ? content : '',
    )
    .join('');

/** The anchor that GitHub gives a heading, so that links of the guides work in both places. */
const githubSlug = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .replace(/\s/g, '-');

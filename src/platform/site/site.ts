import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { Html, html } from '../html/html.js';
import { ApiDescription } from '../openapi/api-description.js';
import type { Json } from '../openapi/schemas.js';
import { StaticFiles } from '../request/static-files.js';
import { contentsOf, type Section, titleOf } from './contents.js';
import { type Guide, guideImages, readGuides, renderGuide } from './guides.js';
import { SiteLayout } from './layout.js';
import { Markdown } from './markdown.js';
import { OperationHtml } from './operation.html.js';
import { type Place, SearchIndex } from './search.js';
import { SCRIPT } from './script.js';
import { SIGN_IN_SCRIPT, TRY_SCRIPT } from './try.script.js';
import { STYLE } from './style.js';

/** The sources of all pages. */
interface Parts {
  sections: Section[];
  guides: Guide[];
  markdown: Markdown;
  document: Json;
  operations: OperationHtml;
  layout: SiteLayout;
}

/**
 * The pages of the site for developers, made from the OpenAPI document and the files of `docs/`. Each is made when it is first
 * requested and kept as text.
 */
@Injectable()
export class Site {
  /** The address of the site below the host. */
  readonly root: string;
  readonly #pages = new Map<string, string>();
  #parts?: Promise<Parts>;
  #assets?: StaticFiles;
  #index?: SearchIndex;

  constructor(
    private readonly description: ApiDescription,
    private readonly settings: Settings,
  ) {
    this.root = `${settings.basePath}/docs`;
  }

  get assets(): StaticFiles {
    const own = { 'site.css': STYLE, 'site.js': SCRIPT, 'try.js': TRY_SCRIPT, 'sign-in.js': SIGN_IN_SCRIPT };
    return (this.#assets ??= new StaticFiles(
      new Map<string, string | URL>([...Object.entries(own), ...guideImages()]),
    ));
  }

  /** The page at a path below the address of the site, such as `/sales/deals`; null where there is none. */
  async page(path: string): Promise<string | null> {
    const known = this.#pages.get(path);
    if (known) return known;
    const parts = await this.#all();
    const made = this.#make(parts, path);
    if (!made) return null;
    const text = parts.layout.page({ ...made, path });
    this.#pages.set(path, text);
    return text;
  }

  /** The page with the results of a search. */
  async results(query: string): Promise<string> {
    const parts = await this.#all();
    this.#index ??= new SearchIndex(this.#places(parts));
    const found = this.#index.find(query);
    const items = found.map(
      ({ title, of, address }) =>
        html`<li>
          <a href="${this.root}${address}"><b>${title}</b> <span>${of}</span></a>
        </li>`,
    );
    const count = found.length === 1 ? '1 result' : `${found.length || 'No'} results`;
    const body = html`<h1>Search</h1>
      <div id="results">
        <p>${count} for “${query}”.</p>
        <ul class="results">
          ${items}
        </ul>
      </div>`;
    return parts.layout.page({ title: `Search: ${query}`, body, path: '?', query });
  }

  /** A guide as the Markdown that it is. */
  async guideText(name: string): Promise<string | null> {
    return (await this.#all()).guides.find((guide) => guide.name === name)?.text ?? null;
  }

  /** All pages for machines that read texts (https://llmstxt.org). */
  async llms(): Promise<string> {
    const { sections, guides } = await this.#all();
    const at = `${this.settings.BASE_URL}/docs`;
    const plain = (text: string) => text.replace(/[\r\n[\]]+/g, ' ');
    const reference = sections.flatMap(({ title, description, resources }) =>
      resources.map(({ name, address, operations }) => {
        const summaries = operations.map(({ about }) => about.summary).join('; ');
        return `- [${plain(name ? `${title}: ${titleOf(name)}` : title)}](${at}${address}): ${plain(name ? summaries : `${description}. ${summaries}`)}`;
      }),
    );
    const texts = guides.map(({ name, title }) => `- [${plain(title)}](${at}/guides/${name}.md)`);
    return [
      '# Workspace Suite API',
      '',
      '> Documents, people and access, sales, careers, projects and governance: one JSON API over HTTP.',
      '',
      `The OpenAPI document is ${this.settings.BASE_URL}/openapi.json; \`?app=sales\` gives the part of one app.`,
      '',
      '## Reference',
      '',
      `- [Overview](${at}): keys, lists, errors, idempotency, ETags, rate limits`,
      ...reference,
      '',
      '## Guides',
      '',
      ...texts,
      '',
    ].join('\n');
  }

  #all(): Promise<Parts> {
    this.#parts ??= this.#read();
    // The next request tries again.
    this.#parts.catch(() => (this.#parts = undefined));
    return this.#parts;
  }

  async #read(): Promise<Parts> {
    const document = this.description.document;
    const markdown = await Markdown.load();
    const sections = contentsOf(document);
    const guides = readGuides(sections);
    const { BASE_URL, basePath } = this.settings;
    const assets = `${this.root}/assets/${this.assets.version}`;
    return {
      document,
      markdown,
      sections,
      guides,
      operations: new OperationHtml(document, sections, guides, markdown, this.root, BASE_URL),
      layout: new SiteLayout(sections, guides, basePath, BASE_URL, assets),
    };
  }

  #make(parts: Parts, path: string): { title: string; body: Html } | null {
    if (path === '') return this.#overview(parts);
    const guide = parts.guides.find(({ name }) => path === `/guides/${name}`);
    if (guide) return this.#guide(parts, guide);
    for (const section of parts.sections) {
      if (path === `/${encodeURIComponent(section.name)}`) return this.#section(parts, section);
      const resource = section.resources.find(({ name, address }) => name && address === path);
      if (!resource) continue;
      const title = titleOf(resource.name);
      const shown = resource.operations.map((operation) => parts.operations.operation(section, operation));
      const index = parts.operations.index(resource, path);
      const objects = parts.operations.objects(resource.operations.map(({ about }) => about));
      const above = html`<p class="above">
        <a href="${this.root}/${encodeURIComponent(section.name)}">${section.title}</a>
      </p>`;
      return {
        title: `${title} · ${section.title}`,
        body: html`${above}
          <h1>${title}</h1>
          ${index}${shown}${objects}`,
      };
    }
    return null;
  }

  #overview({ document, markdown, sections, operations }: Parts): { title: string; body: Html } {
    const [first, ...rest] = String(document.info.description).split(/^(?=## )/m);
    const apps = sections.map((section, at) => {
      const count = section.resources.reduce((sum, resource) => sum + resource.operations.length, 0);
      const address = `${this.root}/${encodeURIComponent(section.name)}`;
      const lists = section.resources.map((resource) => operations.index(resource));
      return html`<section class="app"><h3><a href="${address}">${section.title}</a></h3><p>${section.description}</p>
<details${at === 0 && new Html(' open')}><summary>${count} ${count === 1 ? 'route' : 'routes'} of ${section.title}</summary>${lists}</details></section>`;
    });
    const headers = Object.entries<Json>(document.components.headers ?? {}).map(
      ([name, { description }]) =>
        html`<dt id="header-${name.toLowerCase()}"><code>${name}</code></dt>
          <dd>${description}</dd>`,
    );
    const introduction = markdown.render(rest.join(''));
    const links = introduction.headings.map(({ text, anchor }) => html`<a href="#${anchor}">${text}</a> `);
    const body = html`<h1>Workspace Suite API</h1>
      ${markdown.render(first!).body}
      <p class="contents">
        ${links}<a href="${this.settings.basePath}/openapi.json">OpenAPI</a>
        <a href="${this.settings.basePath}/llms.txt">llms.txt</a>
      </p>
      <h2 id="apps">Apps</h2>
      ${apps}${introduction.body}
      <h2 id="headers">Headers of responses</h2>
      <dl class="headers">${headers}</dl>`;
    return { title: 'Overview', body };
  }

  #section({ operations, guides }: Parts, section: Section): { title: string; body: Html } {
    const { name, title, description, resources, events } = section;
    const own = resources.filter((resource) => !resource.name);
    const index = resources.map((resource) => {
      const heading =
        resource.name && html`<h2><a href="${this.root}${resource.address}">${titleOf(resource.name)}</a></h2>`;
      return html`${heading}${operations.index(resource, own[0]?.address)}`;
    });
    const shown = own.flatMap((resource) => resource.operations.map((each) => operations.operation(section, each)));
    const told =
      events.length > 0 &&
      html`<h2 id="events">Events</h2>
        ${events.map((event) => operations.event(event))}`;
    const parts = [
      ...own.flatMap((resource) => resource.operations.map(({ about }) => about)),
      ...events.map(({ about }) => Object.values<Json>(about.requestBody.content)[0]!.schema.properties?.payload ?? {}),
    ];
    const guide = guides.find((each) => each.name === name);
    const link = guide && html`<p>Guide: <a href="${this.root}/guides/${guide.name}">${guide.title}</a></p>`;
    const part = html`<p class="facts">
      <a href="${this.settings.basePath}/openapi.json?app=${encodeURIComponent(name)}">OpenAPI of this part</a>
    </p>`;
    const body = html`<h1>${title}</h1>
      <p>${description}</p>
      ${link}${part}${index}${shown}${told}${operations.objects(parts)}`;
    return { title, body };
  }

  #guide({ guides, sections, markdown }: Parts, guide: Guide): { title: string; body: Html } {
    const images = `${this.root}/assets/${this.assets.version}`;
    const { body, headings } = renderGuide(guide, { markdown, guides, sections, root: this.root, images });
    const contents = headings
      .filter(({ level }) => level === 2)
      .map(({ text, anchor }) => html`<li><a href="#${anchor}">${text}</a></li>`);
    const toc =
      contents.length > 2 &&
      html`<details class="toc">
        <summary>On this page</summary>
        <ul>
          ${contents}
        </ul>
      </details>`;
    const section = sections.find(({ name }) => name === guide.name);
    const reference =
      section &&
      html`<p>Reference: <a href="${this.root}/${encodeURIComponent(section.name)}">${section.title}</a></p>`;
    return {
      title: guide.title,
      body: html`${reference}${toc}
        <article>${body}</article>`,
    };
  }

  #places({ sections, guides, markdown }: Parts): Place[] {
    const routes = sections.flatMap(({ title, description, resources, events, name }) => [
      { title, of: 'Section', address: `/${encodeURIComponent(name)}`, text: description },
      ...resources.flatMap(({ operations }) =>
        operations.map(({ method, path, about, address }) => ({
          title: String(about.summary ?? path),
          of: `${method} ${path}`,
          address,
          text: `${about.operationId} ${about.description ?? ''} ${(about.parameters ?? []).map((each: Json) => each.name ?? '').join(' ')}`,
        })),
      ),
      ...events.map(({ type, about, address }) => ({ title: type, of: 'Event', address, text: `${about.summary}` })),
    ]);
    const texts = guides.flatMap((guide) => {
      const { headings } = markdown.render(guide.text);
      const parts = guide.text.split(/^(?=#{1,6} )/m).filter((part) => part.startsWith('#'));
      // A `#` in a block of code begins a part that is no heading; its text belongs to the page.
      return parts.map((part) => {
        const plain = /^#+ (.*)/.exec(part)![1]!.replace(/[`*]/g, '').trim();
        const heading = headings.find(({ text }) => text.replace(/[*]/g, '').trim() === plain);
        const anchor = heading && heading.level > 1 ? `#${heading.anchor}` : '';
        return {
          title: heading ? plain : guide.title,
          of: `Guide: ${guide.title}`,
          address: `/guides/${guide.name}${anchor}`,
          text: part,
        };
      });
    });
    return [...routes, ...texts];
  }
}

import { Html, html } from '../html/html.js';
import { referencesFrom, resolve } from '../openapi/part.js';
import type { Json } from '../openapi/schemas.js';
import type { EventPage, Operation, Resource, Section } from './contents.js';
import { examplesOf, sampleOf } from './examples.js';
import type { Guide } from './guides.js';
import type { Markdown } from './markdown.js';
import { anchorOf, joined, SchemaHtml } from './schema.html.js';

/** A sample of an answer is no longer than this many characters. */
const MAX_SAMPLE = 6_000;

/** Shows operations, events and objects of one document. */
export class OperationHtml {
  readonly #schemas: SchemaHtml;

  constructor(
    private readonly document: Json,
    private readonly sections: readonly Section[],
    private readonly guides: readonly Guide[],
    private readonly markdown: Markdown,
    /** The address of the site, such as `/docs`. */
    private readonly root: string,
    private readonly base: string,
  ) {
    this.#schemas = new SchemaHtml(document, markdown);
  }

  /** The routes of a page as links. */
  index({ operations }: Resource, page = ''): Html {
    const lines = operations.map(
      ({ method, path, about, anchor, address }) =>
        html`<li>
          <a href="${page === address.split('#')[0] ? `#${anchor}` : this.root + address}"
            ><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>
            <span>${about.summary}</span></a
          >
        </li>`,
    );
    return html`<ul class="routes">
      ${lines}
    </ul>`;
  }

  operation(section: Section, operation: Operation): Html {
    const { method, path, about, anchor } = operation;
    const parts = [
      about.deprecated && html`<p class="deprecated">Deprecated.</p>`,
      about.description && this.markdown.render(about.description).body,
      this.#parameters(about),
      this.#body(about),
      this.#answers(about),
      this.#events(operation),
      this.#guides(operation),
    ];
    const examples = examplesOf(this.document, operation, this.base);
    const tabs = examples.map(
      ({ language, code }, index) =>
        html`<details name="example-${anchor}" ${index ? null : new Html(' open')}>
          <summary>${language}</summary>
          <pre><code>${code}</code></pre>
        </details>`,
    );
    return html`<section
      class="operation"
      id="${anchor}"
      data-method="${method.toLowerCase()}"
      data-path="${path}"
      data-app="${section.name}"
    >
      <h2>${about.summary} <a class="anchor" href="#${anchor}" aria-label="Link to ${about.summary}">#</a></h2>
      <p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
      <div class="columns">
        <div>${parts}</div>
        <div class="aside">
          ${tabs}
          <div class="try"></div>
        </div>
      </div>
    </section>`;
  }

  event({ type, about, anchor }: EventPage): Html {
    const { schema, example } = Object.values<Json>(about.requestBody.content)[0]!;
    const payload = schema.properties?.payload ?? schema;
    return html`<section class="event" id="${anchor}">
      <h3><code>${type}</code> <a class="anchor" href="#${anchor}" aria-label="Link to ${type}">#</a></h3>
      <p>${about.summary}.</p>
      ${this.#schemas.fields(payload)}
      ${
        example !== undefined &&
        html`<details>
          <summary>Example of ${type}</summary>
          <pre><code>${JSON.stringify(example, null, 2)}</code></pre>
        </details>`
      }
    </section>`;
  }

  /** Everything with a name that the parts of a page refer to. */
  objects(parts: readonly Json[]): Html | null {
    const names = referencesFrom(this.document, parts)
      .filter((pointer) => pointer.startsWith('schemas/'))
      .map((pointer) => pointer.slice('schemas/'.length));
    if (!names.length) return null;
    const shown = names.map((name) => {
      const schema = this.document.components.schemas[name];
      return html`<section class="object" id="${anchorOf(name)}">
        <h3>${name} <a class="anchor" href="#${anchorOf(name)}" aria-label="Link to ${name}">#</a></h3>
        ${schema.description && this.markdown.render(schema.description).body}${this.#schemas.fields(schema)}
      </section>`;
    });
    return html`<h2 id="objects">Objects</h2>
      ${shown}`;
  }

  #parameters({ parameters = [] }: Json): Html[] {
    const all: Json[] = parameters.map((each: Json) => (each.$ref ? resolve(this.document, each.$ref) : each));
    const title: Record<string, string> = { path: 'Path', query: 'Query', header: 'Headers', cookie: 'Cookies' };
    return Object.keys(title).flatMap((place) => {
      const own = all.filter((each) => each.in === place);
      if (!own.length) return [];
      const rows = own.map(({ name, required = false, description, schema, content }) =>
        this.#schemas.field(
          name,
          { ...(schema ?? Object.values<Json>(content ?? {})[0]?.schema), ...(description && { description }) },
          required,
        ),
      );
      return [
        html`<h3>${title[place]}</h3>
          <dl class="fields">${rows}</dl>`,
      ];
    });
  }

  #body({ requestBody }: Json): Html | null {
    if (!requestBody) return null;
    const body = requestBody.$ref ? resolve(this.document, requestBody.$ref) : requestBody;
    const seen = new Set<string>();
    const shown = Object.entries<Json>(body.content).flatMap(([type, { schema = {} }]) => {
      const key = JSON.stringify(schema);
      const isNew = !seen.has(key) && seen.add(key);
      return [html`<p class="media"><code>${type}</code></p>`, ...(isNew ? [this.#schemas.fields(schema)] : [])];
    });
    return html`<h3>Body${!body.required && html` <span class="type">optional</span>`}</h3>
      ${shown}`;
  }

  #answers({ responses }: Json): Html[] {
    const all = Object.entries<Json>(responses).map(([status, each]) => {
      return [status, each.$ref ? resolve(this.document, each.$ref) : each] as const;
    });
    const good = all.filter(([status]) => status < '4');
    const bad = all.filter(([status]) => !(status < '4'));
    const answers = good.map(([status, { description, content = {}, headers = {} }]) => {
      const types = Object.entries<Json>(content);
      const shapes = types.map(
        ([type, { schema = {} }]) => html`<li><code>${type}</code>: ${this.#schemas.type(schema)}</li>`,
      );
      const names = Object.keys(headers).map(
        (name) => html`<a href="${this.root}#header-${name.toLowerCase()}"><code>${name}</code></a>`,
      );
      return html`<p><b class="status">${status}</b> ${description}</p>
        ${
          shapes.length > 0 &&
          html`<ul>
            ${shapes}
          </ul>`
        }${names.length > 0 && html`<p class="facts">Headers: ${joined(names, ', ')}</p>`}${this.#sample(types)}`;
    });
    const errors = bad.map(
      ([status, { description }]) =>
        html`<dt><b class="status">${status}</b></dt>
          <dd>${this.markdown.render(String(description ?? '')).body}</dd>`,
    );
    return [
      html`<h3>Response</h3>
        ${answers}`,
      html`<details class="errors">
        <summary>Errors: ${bad.map(([status]) => status).join(', ')}</summary>
        <dl>${errors}</dl>
      </details>`,
    ];
  }

  #sample(types: [string, Json][]): Html | null {
    const json = types.find(([type]) => type.includes('json'));
    if (!json?.[1].schema) return null;
    const text = JSON.stringify(json[1].example ?? sampleOf(this.document, json[1].schema, true), null, 2);
    if (text.length < 3 || text.length > MAX_SAMPLE) return null;
    return html`<details>
      <summary>Example of the response</summary>
      <pre><code>${text}</code></pre>
    </details>`;
  }

  /** A change sends the event of its action, or `updated` of its record. */
  #events({ method, about }: Operation): Html | null {
    const action: string | undefined = about['x-audit-action'];
    if (method === 'GET' || !action) return null;
    const types = [action, action.replace(/\.[^.]+$/, '.updated')];
    const events = this.sections.flatMap((section) => section.events).filter(({ type }) => types.includes(type));
    // `created` and `deleted` are the whole story of their record.
    const own = events.filter(({ type }) => type === action);
    const shown = /\.(created|deleted)$/.test(action) && own.length ? own : events;
    if (!shown.length) return null;
    const links = shown.map(({ type, address }) => html`<a href="${this.root}${address}"><code>${type}</code></a>`);
    return html`<h3>Events</h3>
      <p>A change sends ${joined(links, ', ')}.</p>`;
  }

  #guides(operation: Operation): Html | null {
    const about = this.guides.filter(({ operations }) => operations.has(operation));
    if (!about.length) return null;
    const links = about.map(({ name, title }) => html`<a href="${this.root}/guides/${name}">${title}</a>`);
    return html`<p class="facts">Guides: ${joined(links, ', ')}</p>`;
  }
}

import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { contentsOf, findOperation } from './contents.js';
import { examplesOf } from './examples.js';
import { SiteLayout } from './layout.js';
import { Markdown } from './markdown.js';
import { OperationHtml } from './operation.html.js';

const EVIL = `"><script>alert(1)</script><img src=x onerror='alert(1)'>[a](javascript:alert(1)) \`</code><b>\``;

/** The document of an application with an extension whose texts attack the page. */
const hostile = {
  info: { description: '' },
  tags: [{ name: 'stock', description: EVIL }],
  paths: {
    '/v1/stock/items/{id}': {
      post: {
        operationId: 'stockItemsCreate',
        tags: ['stock'],
        summary: EVIL,
        description: EVIL,
        security: [{ ApiKey: [] }],
        parameters: [
          { name: 'id', in: 'path', required: true, description: EVIL, schema: { type: 'string', examples: [EVIL] } },
          {
            name: 'where',
            in: 'query',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } },
          },
        ],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } } },
        responses: {
          200: {
            description: EVIL,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } },
          },
          409: { description: EVIL },
        },
      },
    },
  },
  webhooks: {
    [`stock.item.${EVIL}`]: {
      post: {
        tags: ['stock'],
        summary: EVIL,
        requestBody: { content: { 'application/json': { schema: { type: 'object' }, example: { title: EVIL } } } },
      },
    },
  },
  components: {
    schemas: {
      Tree: {
        type: 'object',
        description: EVIL,
        properties: {
          name: { type: 'string', enum: [EVIL], default: EVIL, pattern: EVIL, description: EVIL },
          kind: { const: EVIL },
          children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
          value: { oneOf: [{ type: 'number' }, { type: 'object', properties: { gte: { type: 'number' } } }] },
          either: { anyOf: [{ $ref: '#/components/schemas/Tree' }, { type: 'null' }] },
          both: { allOf: [{ $ref: '#/components/schemas/Tree' }] },
          labels: { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } },
          anything: {},
        },
        required: ['name'],
        additionalProperties: { type: ['string', 'null'], maxLength: 5 },
      },
    },
  },
};

/** Every element of a page with its attributes, as a browser reads it. */
function elementsIn(text: string): [string, Record<string, string>][] {
  const elements: [string, Record<string, string>][] = [];
  const parser = new Parser({ onopentag: (name, attributes) => elements.push([name, attributes]) });
  parser.end(text);
  return elements;
}

const markdown = await Markdown.load();
const sections = contentsOf(hostile);
const [section] = sections;
const [operation] = section!.resources[0]!.operations;
const rendered = new OperationHtml(hostile, sections, [], markdown, '/docs', 'https://suite.test');
const shown = () => rendered.operation(section!, operation!).text + rendered.objects([operation!.about])!.text;

describe('Texts of an extension', () => {
  it('are texts on the page, wherever they stand', () => {
    const texts = [shown(), rendered.event(section!.events[0]!).text, rendered.index(section!.resources[0]!).text];
    const layout = new SiteLayout(sections, [], '', 'https://suite.test', '/docs/assets/x');
    const body = markdown.render(`# ${EVIL}\n\n${EVIL}\n\n| a |\n| :- |\n| ${EVIL} |`).body;
    texts.push(layout.page({ title: EVIL, path: '/stock', query: EVIL, body }));
    for (const text of texts) {
      expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(text).not.toContain('<script>alert(1)');
      for (const [name, attributes] of elementsIn(text)) {
        expect(['img', 'iframe', 'svg']).not.toContain(name);
        expect(Object.keys(attributes).filter((each) => /^(on|style)/.test(each))).toEqual([]);
        expect(attributes.href ?? '').not.toMatch(/^javascript:/);
        expect(attributes.src ?? '').not.toBe('x');
      }
    }
  });

  it('are quoted in examples of every language', () => {
    const [curl, , python] = examplesOf(hostile, operation!, "https://it's.test");
    expect(curl!.code).toContain(`'https://it'\\''s.test/v1/stock/items/`);
    expect(python!.code).toContain(String.raw`"\"><script>alert(1)`);
  });
});

describe('A schema', () => {
  it('is shown with one of several, all of several, maps, lists of itself and whatever has no type', () => {
    const text = shown().replace(/<[^>]+>/g, '');
    for (const part of [
      'array of Tree',
      'Tree or null',
      'number or object',
      'map of integer',
      'gte',
      'At most 5 characters.',
    ])
      expect(text).toContain(part);
    expect(shown().match(/id="object-tree"/g)).toHaveLength(1);
  });
});

describe('A route in a text', () => {
  it('is found whatever its parameters are called', () => {
    for (const path of ['{id}', '{item_id}', ':id'])
      expect(findOperation(sections, `POST /v1/stock/items/${path}`)).toBe(operation);
    for (const text of ['GET /v1/stock/items/{id}', 'POST /v1/stock/items', 'POST', '/v1/stock/items/{id}'])
      expect(findOperation(sections, text)).toBeUndefined();
  });
});

describe('Markdown', () => {
  it('gives headings the anchors that links of the guides expect', () => {
    const { headings } = markdown.render('# A `title` & more\n\n## 9. Tests\n\n## 9. Tests\n\n## Wörter, überall');
    expect(headings.map(({ anchor }) => anchor)).toEqual(['a-title--more', '9-tests', '9-tests-1', 'wörter-überall']);
  });
});

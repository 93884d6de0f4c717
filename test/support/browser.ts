/** The page that a browser reaches after all redirects. */
export interface Visit {
  status: number;
  /** The path and query at which it ended. */
  path: string;
  headers: Headers;
  text: string;
  /** The paths it was redirected to on the way. */
  via: string[];
}

/** Fills in forms and keeps cookies, as a browser does, without script. */
export class Browser {
  readonly cookies = new Map<string, string>();

  /** `follows`: redirects are followed. */
  constructor(
    readonly base: string,
    readonly headers: Record<string, string> = {},
    readonly follows = true,
  ) {}

  get = (path: string) => this.send('GET', path);

  /** Submits a form with just these fields. */
  post = (path: string, fields: Record<string, string>) => this.send('POST', path, new URLSearchParams(fields));

  /** Opens a page and submits its form, the one that leads to `action` where there are several. */
  async submit(path: string, fields: Record<string, string>, action?: string): Promise<Visit> {
    return this.fill(await this.get(path), fields, action);
  }

  /** Submits a form of a page that is open: what it holds already, and these fields. */
  fill(page: Visit, fields: Record<string, string>, action?: string): Promise<Visit> {
    const filled = filledForm(page, fields, action);
    return this.post(filled.action, filled.fields);
  }

  async send(method: string, path: string, body?: URLSearchParams, via: string[] = []): Promise<Visit> {
    const response = await fetch(this.base + path, {
      method,
      redirect: 'manual',
      headers: { ...this.headers, ...(this.cookies.size > 0 && cookiesOf(this)) },
      body,
    });
    for (const set of response.headers.getSetCookie()) this.#keep(set);
    const text = await response.text();
    const location = response.headers.get('location');
    if (location === null || !this.follows)
      return { status: response.status, path, headers: response.headers, text, via };
    return this.send(method === 'HEAD' ? 'HEAD' : 'GET', location, undefined, [...via, location]);
  }

  #keep(set: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
    if (/max-age=0/i.test(set)) this.cookies.delete(name!);
    else this.cookies.set(name!, value!);
  }
}

/** The header with which a request comes from a browser. */
export const cookiesOf = ({ cookies }: Browser): Record<string, string> => ({
  Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});

/** A form of a page with what it holds already and these fields: the one that leads to `action` if there are several. */
export function filledForm({ text }: Visit, fields: Record<string, string>, action?: string): Form {
  const forms = formsOf(text);
  const form = forms.find((form) => action === undefined || form.action === action);
  if (!form) throw new Error(`No form leads to ${action}; there are ${forms.map(({ action }) => action).join()}.`);
  return { action: form.action, fields: { ...form.fields, ...fields } };
}

interface Form {
  action: string;
  fields: Record<string, string>;
}

/** The forms of a page with the fields that they hold already. */
function formsOf(text: string): Form[] {
  return [...text.matchAll(/<form[^>]*\baction="([^"]*)"[^>]*>(.*?)<\/form>/gs)].map(([, action, inside]) => ({
    action: unescape(action!),
    fields: Object.fromEntries(
      [...inside!.matchAll(/<input\b[^>]*>/gs)].map(([input]) => [attribute(input, 'name'), attribute(input, 'value')]),
    ),
  }));
}

const attribute = (tag: string, name: string) => unescape(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

const unescape = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
  );

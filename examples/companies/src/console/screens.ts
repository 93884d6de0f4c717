import type { Screens, ScreenSuite } from 'workspace-suite/console';

interface Company {
  id: string;
  name: string;
  city: string | null;
}

const TEXTS = {
  en: { elsewhere: 'No city', none: 'No companies yet. Cities show up here as soon as a company has one.' },
  de: { elsewhere: 'Ohne Stadt', none: 'Noch keine Firmen. Städte erscheinen hier, sobald eine Firma eine hat.' },
};

/** A new element. Names of records are text in it, whatever they hold. */
function made<T extends keyof HTMLElementTagNameMap>(tag: T, className: string, ...children: (Node | string)[]) {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}

/** All pages of the list. */
async function companies({ get, signal }: ScreenSuite): Promise<Company[]> {
  const all: Company[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 100, fields: ['id', 'name', 'city'], sort: 'name:asc', cursor };
    const { data, meta } = await get('/v1/companies/companies', { query, signal });
    all.push(...data);
    cursor = meta.next_cursor ?? undefined;
  } while (cursor);
  return all;
}

export const screens: Screens = {
  cities: {
    async mount(element, suite) {
      const texts = TEXTS[suite.language];
      const link = ({ id, name }: Company) => {
        const company = made('a', '', name);
        company.href = suite.href(suite.placeOf(id));
        return made('li', '', company);
      };
      const draw = async () => {
        const cities = new Map<string, Company[]>();
        for (const company of await companies(suite)) {
          const city = company.city ?? texts.elsewhere;
          cities
            .set(city, cities.get(city) ?? [])
            .get(city)!
            .push(company);
        }
        const cards = [...cities]
          .toSorted(([a], [b]) => a.localeCompare(b))
          .map(([city, all]) => {
            const count = made('span', 'tag', all.length.toLocaleString());
            const heading = made('header', '', made('h2', '', city), count);
            return made('section', 'card', heading, made('ul', 'links', ...all.map(link)));
          });
        element.replaceChildren(cards.length ? made('div', 'cards', ...cards) : made('p', 'soft', texts.none));
      };
      suite.onChange(['companies.company'], draw);
      await draw();
    },
  },
};

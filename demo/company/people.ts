import type { components, Suite } from '#client';
import type { Person } from './company.js';

type Roles = NonNullable<components['schemas']['CreateUser']['roles']>;

/** The first one is the owner of the workspace. */
const TEAMS: Record<string, { about: string; roles: Roles; names: string[] }> = {
  Leadership: {
    about: 'Decides where we go',
    roles: ['office:admin', 'sales:admin', 'careers:admin', 'project:admin', 'access:viewer', 'guard:viewer'],
    names: ['Maya Okafor', 'Henrik Lindqvist', 'Aisha Rahman'],
  },
  Engineering: {
    about: 'Sensors, firmware and the cloud behind them',
    roles: ['office:editor', 'project:editor'],
    names: [
      'Jonas Weber',
      'Priya Nair',
      'Tomás Herrera',
      'Ingrid Solberg',
      'Kenji Mori',
      'Zofia Kowalska',
      'Daniel Osei',
      'Lucía Fernández',
      'Owen Gallagher',
      'Mei-Ling Chen',
    ],
  },
  Product: {
    about: 'What we build next, and how it looks',
    roles: ['office:editor', 'project:editor', 'sales:viewer'],
    names: ['Clara Dubois', 'Samuel Adeyemi', 'Hana Novák', 'Rafael Costa'],
  },
  Sales: {
    about: 'Utilities, farms and everybody else with water',
    roles: ['office:member', 'sales:editor'],
    names: ['Grace Mitchell', 'Marco Bianchi', 'Elif Yıldız', 'Patrick O’Connor', 'Sofia Andersson', 'Yusuf Demir'],
  },
  Support: {
    about: 'Answers within the hour',
    roles: ['office:member', 'sales:viewer', 'project:member'],
    names: ['Nadia Petrova', 'Liam Murphy', 'ليلى حداد', 'Bruno Silva', 'Emma Johansson'],
  },
  People: {
    about: 'Hires, and sees that people like it here',
    roles: ['office:editor', 'careers:admin', 'access:viewer'],
    names: ['Ruth Abebe', 'Felix Brandt', 'Chloe Martin'],
  },
  Finance: {
    about: 'Budgets, invoices, payroll',
    roles: ['office:editor', 'sales:viewer', 'project:viewer'],
    names: ['Viktor Hansen', 'Amara Diallo', '佐藤 美咲'],
  },
  Operations: {
    about: 'Warehouse, suppliers, installations on site',
    roles: ['office:member', 'project:member'],
    names: ['Piotr Zieliński', 'Fatima El-Sayed', 'Niklas Bergström', 'Anita Desai'],
  },
  Security: {
    about: 'Reads the audit log so that you need not',
    roles: ['guard:admin', 'access:admin'],
    names: ['Olena Shevchenko', 'Theo Laurent'],
  },
};

/** Who has been invited and not answered, and who has left. */
const INVITED = new Set(['Rafael Costa', 'Emma Johansson', 'Anita Desai']);
const LEFT = new Set(['Yusuf Demir', 'Owen Gallagher']);

const DOMAIN = 'larkfield.example';
const ADDRESSES: Record<string, string> = { 'ليلى حداد': 'layla.haddad', '佐藤 美咲': 'misaki.sato' };

/** How the owner signs in: to a server that only this machine reaches, with data that nobody misses. */
export const PASSWORD = 'water finds its way';
export const OWNER = addressOf(TEAMS.Leadership!.names[0]!);

function addressOf(name: string): string {
  const latin = ADDRESSES[name] ?? name.toLowerCase().replaceAll('ı', 'i').replaceAll('ł', 'l');
  return `${latin
    .normalize('NFD')
    .replace(/[^a-z .-]/g, '')
    .replaceAll(' ', '.')}@${DOMAIN}`;
}

/** The owner is there already. Everybody belongs to the group of their team, which has the roles. */
export async function hire(suite: Suite): Promise<{ people: Person[]; groups: Record<string, string> }> {
  const me = await suite.get('/v1/access/users', { params: { query: { role: 'workspace:owner' } } });
  const people: Person[] = [];
  const groups: Record<string, string> = {};
  for (const [team, { about, roles, names }] of Object.entries(TEAMS)) {
    const members: string[] = [];
    for (const name of names) {
      const email = addressOf(name);
      const id = people.length === 0 ? me.data[0]!.id : await invite(suite, name, email);
      const path = { id };
      if (people.length === 0)
        await suite.patch('/v1/access/users/{id}', { params: { path }, body: { display_name: name } });
      else if (!INVITED.has(name)) await suite.post('/v1/access/users/{id}/activate', { params: { path } });
      if (LEFT.has(name)) await suite.post('/v1/access/users/{id}/deactivate', { params: { path } });
      members.push(id);
      if (!INVITED.has(name) && !LEFT.has(name)) people.push({ id, name, email, team });
    }
    const { id } = await suite.post('/v1/access/groups', { body: { name: team, description: about, roles } });
    groups[team] = id;
    await suite.post('/v1/access/groups/{id}/members', { params: { path: { id } }, body: { user_ids: members } });
  }
  return { people, groups };
}

async function invite(suite: Suite, name: string, email: string): Promise<string> {
  const send_invite = INVITED.has(name);
  const { id } = await suite.post('/v1/access/users', { body: { email, display_name: name, send_invite } });
  return id;
}

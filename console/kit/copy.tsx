import { ActionIcon, CopyButton, Menu } from '@mantine/core';
import { BASE_URL } from './session.js';
import { Icon } from './icons.js';
import { toast } from './toast.js';
import { t } from './language.js';

/** A request of the API, as `useList` names it too. */
export interface Shareable {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** As the API documentation writes it. */
  path: string;
  names?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** A path as the API documentation writes it, with what stands in it. */
export const filled = (path: string, names: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? `{${name}}`));

export function asCurl({ method, path, names = {}, query = {}, body }: Shareable): string {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
  return [
    `curl -s${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} ${quoted(`${BASE_URL}${filled(path, names)}${search && `?${search}`}`)}`,
    `-H "X-API-Key: $KEY"`,
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

/** For a shell: nothing in single quotes means anything but itself. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

export function asTypeScript({ method, path, names = {}, query = {}, body }: Shareable): string {
  const given = (of: Record<string, unknown>) =>
    Object.values(of).some((value) => value !== undefined) ? of : undefined;
  const params = given({ path: given(names), query: given(query) });
  const init = given({ params, body });
  return [
    `import { Suite } from 'workspace-suite-client';`,
    ``,
    `const suite = new Suite({ baseUrl: ${JSON.stringify(BASE_URL)}, apiKey: process.env.KEY });`,
    `const answer = await suite.${method}(${JSON.stringify(path)}${init ? `, ${JSON.stringify(init, null, 2)}` : ''});`,
  ].join('\n');
}

interface CopyProps {
  request: Shareable;
  id?: string;
}

/** Entries of a menu that copy the id and link of the page, or the request that reads it, for a shell or a program. */
export function CopyItems({ request, id }: CopyProps) {
  const copy = async (text: string, what: string) => {
    await navigator.clipboard.writeText(text);
    toast(t('Copied as {what}.', { what }));
  };
  return (
    <>
      <Menu.Label>{t('Copy as')}</Menu.Label>
      {id !== undefined && <Menu.Item onClick={() => void copy(id, 'id')}>{t('Id')}</Menu.Item>}
      <Menu.Item onClick={() => void copy(location.href, 'link')}>{t('Link')}</Menu.Item>
      <Menu.Item onClick={() => void copy(asCurl(request), 'curl')}>curl</Menu.Item>
      <Menu.Item onClick={() => void copy(asTypeScript(request), 'TypeScript')}>TypeScript</Menu.Item>
    </>
  );
}

/** The same for a page without another menu. */
export const CopyAs = (of: CopyProps) => (
  <Menu position="bottom-end" returnFocus>
    <Menu.Target>
      <ActionIcon variant="default" size={36} data-wide-only aria-label={t('Copy as')} title={t('Copy as')}>
        <Icon name="code" size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <CopyItems {...of} />
    </Menu.Dropdown>
  </Menu>
);

/** A value to take along, with a button that does so. */
export const Copyable = ({ value, label }: { value: string; label: string }) => (
  <span className="copyable">
    <code>{value}</code>
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={copy}
          aria-label={copied ? t('Copied') : t('Copy {label}', { label })}
        >
          <Icon name={copied ? 'check' : 'copy'} size={16} />
        </ActionIcon>
      )}
    </CopyButton>
  </span>
);

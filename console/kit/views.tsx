import { Button, Menu, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useDialog } from './action.js';
import { Dialog } from './dialog.js';
import { Icon } from './icons.js';
import type { Search } from './screen.js';

interface View {
  name: string;
  search: Record<string, string>;
}

const keyOf = (list: string) => `views of ${list}`;

/** The views of a list that were kept in this browser. What cannot be read counts as none. */
function viewsOf(list: string): View[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(list)) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Filters and order of a list under a name, kept in this browser. */
export function Views({ of: list }: { of: string }) {
  const [views, setViews] = useState(() => viewsOf(list));
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const now = Object.fromEntries(Object.entries(search).filter((each): each is [string, string] => Boolean(each[1])));
  const keep = (next: View[]) => {
    setViews(next);
    localStorage.setItem(keyOf(list), JSON.stringify(next));
  };
  const [save, saving] = useDialog((close) => (
    <SaveView
      close={close}
      save={(name) => keep([...views.filter((view) => view.name !== name), { name, search: now }])}
    />
  ));
  const filtered = Object.keys(now).length > 0;
  if (!views.length && !filtered) return null;
  return (
    <>
      <Menu position="bottom-end" returnFocus>
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="chevronDown" size={14} />}>
            Views
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item key={view.name} onClick={() => void navigate({ to: '.', replace: true, search: view.search })}>
              {view.name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          {filtered && <Menu.Item onClick={save}>Keep this view</Menu.Item>}
          {views
            .filter((view) => JSON.stringify(view.search) === JSON.stringify(now))
            .map(({ name }) => (
              <Menu.Item key={name} color="red" onClick={() => keep(views.filter((view) => view.name !== name))}>
                {`Forget “${name}”`}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      {saving}
    </>
  );
}

function SaveView({ save, close }: { save: (name: string) => void; close: () => void }) {
  const [name, setName] = useState('');
  return (
    <Dialog onClose={close} title="Keep this view">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!name.trim()) return;
          save(name.trim());
          close();
        }}
      >
        <TextInput
          label="Name"
          description="Its filters and order are kept in this browser, for you."
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" disabled={!name.trim()}>
          Keep it
        </Button>
      </form>
    </Dialog>
  );
}

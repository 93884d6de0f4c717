import { Checkbox, Kbd } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../kit/dialog.js';
import { singleKeys } from '../kit/keys.js';
import styles from './keys.module.css';

/** All keys with their meaning, by the place where they work. */
const KEYS: Record<string, [keys: string, does: string][]> = {
  Everywhere: [
    ['Ctrl K', 'Search, and every action'],
    ['C', 'New record on this page'],
    ['E', 'Edit the record of this page'],
    ['?', 'All keys'],
  ],
  'On the focused row or card': [
    ['↑ ↓', 'Go to another row'],
    ['Enter', 'Open'],
    ['X', 'Choose for an action on several'],
    ['A', 'Assignee or owner'],
    ['P', 'Priority'],
    ['S', 'Status or stage'],
    ['D', 'Date'],
    ['L', 'Labels or tags'],
    ['E', 'Edit'],
    ['Space', 'Pick up a card, then arrows'],
  ],
  'In the inbox': [
    ['J K', 'Go to the next or the one before'],
    ['E', 'Mark as read'],
  ],
  'In a form': [['Ctrl Enter', 'Send']],
};

/** All keys, and the switch for those that work without Ctrl. */
export default function Keys({ close }: { close: () => void }) {
  const [on, set] = useState(singleKeys.areOn);
  return (
    <Dialog onClose={close} title="Keys">
      <div className="stack">
        {Object.entries(KEYS).map(([place, keys]) => (
          <section key={place} aria-label={place}>
            <h3 className={styles.place}>{place}</h3>
            <dl className={styles.keys}>
              {keys.map(([key, does]) => (
                <div key={key}>
                  <dt>{does}</dt>
                  <dd>
                    <Kbd>{key}</Kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Checkbox
          label="Keys without Ctrl"
          description="Turn them off if you speak to this computer. Ctrl K stays."
          checked={on}
          onChange={({ currentTarget: { checked } }) => {
            singleKeys.set(checked);
            set(checked);
          }}
        />
      </div>
    </Dialog>
  );
}

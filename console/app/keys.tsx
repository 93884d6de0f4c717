import { Checkbox, Kbd } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../kit/dialog.js';
import { singleKeys } from '../kit/keys.js';
import styles from './keys.module.css';
import { inContext, t } from '../kit/language.js';

/** All keys with their meaning, by the place where they work. */
const KEYS: Record<string, [keys: string, does: string][]> = {
  [t('Everywhere')]: [
    [t('Ctrl K'), t('Search, and every action')],
    ['C', t('New record on this page')],
    ['E', t('Edit the record of this page')],
    ['?', t('All keys')],
  ],
  [t('On the focused row or card')]: [
    ['↑ ↓', t('Go to another row')],
    ['Enter', inContext('verb', 'Open')],
    ['X', t('Choose for an action on several')],
    ['A', t('Assignee or owner')],
    ['P', t('Priority')],
    ['S', t('Status or stage')],
    ['D', t('Date')],
    ['L', t('Labels or tags')],
    ['E', t('Edit')],
    [t('Space'), t('Pick up a card, then arrows')],
  ],
  [t('In the inbox')]: [
    ['J K', t('Go to the next or the one before')],
    ['E', t('Mark as read')],
  ],
  [t('In a form')]: [[t('Ctrl Enter'), t('Send')]],
};

/** All keys, and the switch for those that work without Ctrl. */
export default function Keys({ close }: { close: () => void }) {
  const [on, set] = useState(singleKeys.areOn);
  return (
    <Dialog onClose={close} title={inContext('keyboard', 'Keys')}>
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
          label={t('Keys without Ctrl')}
          description={t('Turn them off if you speak to this computer. Ctrl K stays.')}
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

import { Section } from '../../kit/page.js';
import styles from './get-started.module.css';
import { t } from '../../kit/language.js';

/** As high as the steps, so that nothing moves once they are there. */
export const Waiting = () => (
  <Section title={t('Get started')}>
    <div className={styles.waiting} role="status" aria-label={t('Loading')} />
  </Section>
);

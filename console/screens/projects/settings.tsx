import type { ReactNode } from 'react';
import { Section, type Shown } from '../../kit/index.js';
import { Members } from './members.js';
import styles from './projects.module.css';
import { t } from '../../kit/language.js';

/** Members and fields of a project. People who may not change them read them here. */
const Settings = ({ of: project, details }: { of: Shown<'Project'>; details: ReactNode }) => (
  <div className={styles.settings}>
    <Members of={project} />
    <div className={styles.settingsSide}>
      {project.description && (
        <Section title={t('Description')}>
          <p className="typed" dir="auto">
            {project.description}
          </p>
        </Section>
      )}
      {details}
    </div>
  </div>
);

export default Settings;

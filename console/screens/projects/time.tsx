import { Go, type Shown } from '../../kit/index.js';
import { Hours } from '../time/hours.js';
import { t } from '../../kit/language.js';

/** The hours of a project, and the way to the entries behind them. */
const Time = ({ of: { id } }: { of: Shown<'Project'> }) => (
  <section aria-label={t('Time')}>
    <h2 className="hidden">{t('Time')}</h2>
    <Hours project={id} />
    <p>
      <Go to="/time/entries" search={{ project_id: id }}>
        {t('All entries')}
      </Go>
    </p>
  </section>
);

export default Time;

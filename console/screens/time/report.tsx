import { Page, PickOne, useFilters } from '../../kit/index.js';
import { Hours } from './hours.js';
import { TimePages } from './pages.js';
import { t } from '../../kit/language.js';

/** The hours of a project that people choose. */
export default function TimeReport() {
  const [{ project_id = '' }, choose] = useFilters(['project_id']);
  return (
    <Page title={t('Time')} about={t('Hours of a project, added up.')} pages={<TimePages here={t('Report')} />}>
      <Hours
        project={project_id}
        before={
          <PickOne
            of="prj"
            label={t('Project')}
            placeholder={t('Choose one')}
            value={project_id}
            onChange={(id) => choose({ project_id: id })}
          />
        }
      />
    </Page>
  );
}

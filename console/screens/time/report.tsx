import { Page, PickOne, useFilters } from '../../kit/index.js';
import { Hours } from './hours.js';
import { TimePages } from './pages.js';

/** The hours of a project that people choose. */
export default function TimeReport() {
  const [{ project_id = '' }, choose] = useFilters(['project_id']);
  return (
    <Page title="Time" about="Hours of a project, added up." pages={<TimePages here="Report" />}>
      <Hours
        project={project_id}
        before={
          <PickOne
            of="prj"
            label="Project"
            placeholder="Choose one"
            value={project_id}
            onChange={(id) => choose({ project_id: id })}
          />
        }
      />
    </Page>
  );
}

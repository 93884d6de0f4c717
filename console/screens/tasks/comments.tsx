import { Calm, Listed, Named, Section, suite, useList, useMay, When } from '../../kit/index.js';
import { Write } from '../../kit/writing/write.js';
import { Written } from '../../kit/writing/written.js';
import { t } from '../../kit/language.js';

const PATH = '/v1/project/tasks/{id}/comments';

/** The comments of a task, the first one first, and a text that adds one. */
export function Comments({ task }: { task: string }) {
  const list = useList(PATH, { path: { id: task }, query: { sort: 'created_at:asc' } });
  const may = useMay()('project:write');
  return (
    <Section title={t('Comments')}>
      <Listed of={list} empty={!may && <Calm icon="minus">{t('No comments yet')}</Calm>}>
        {(rows) => (
          <ul className="feed">
            {rows.map((each) => (
              <li key={each.id}>
                <div className="feed-head">
                  <Named of={each.author_id} /> <When at={each.created_at} />
                </div>
                <Written text={each.body} mentions={each.mentions} />
              </li>
            ))}
          </ul>
        )}
      </Listed>
      {may && (
        <Write
          label={t('Comment')}
          placeholder={t('Write a comment. @ names somebody.')}
          done={t('Comment created.')}
          send={(body, mentions) => suite.post(PATH, { params: { path: { id: task } }, body: { body, mentions } })}
        />
      )}
    </Section>
  );
}

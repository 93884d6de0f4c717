import { getRouteApi } from '@tanstack/react-router';
import { RecordView } from '../../kit/record/index.js';
import { durationInWords } from '../../kit/schema/fields.js';
import { t } from '../../kit/language.js';

const route = getRouteApi('/time/$id');

export default function TimeEntry() {
  const { id } = route.useParams();
  return (
    <RecordView key={id} id={id} within={{ title: t('Time'), to: '/time' }} values={{ duration_seconds: Duration }} />
  );
}

const Duration = ({ of: { duration_seconds } }: { of: { duration_seconds: number } }) => (
  <>{durationInWords(duration_seconds)}</>
);

import { Make } from '../../kit/record/index.js';
import { Description } from './description.js';

const INPUTS = { description: Description };

export default function NewJob({ close }: { close: () => void }) {
  return <Make path="/v1/careers/jobs" list="Jobs" without={['application_form']} inputs={INPUTS} close={close} />;
}

import { type Answer, Named, worded } from '../../kit/index.js';

/** Who did it. */
export const Actor = ({ of: { type, id } }: { of: Answer<'/v1/events/{id}'>['actor'] }) =>
  id ? <Named of={id} /> : <span className="soft">{worded(type)}</span>;

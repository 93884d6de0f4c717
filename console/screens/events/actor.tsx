import { type Answer, Named, worded } from '../../kit/index.js';

/** The actor of an event. */
export const Actor = ({ of: { type, id } }: { of: Answer<'/v1/events/{id}'>['actor'] }) =>
  id ? <Named of={id} /> : <span className="soft">{worded(type)}</span>;

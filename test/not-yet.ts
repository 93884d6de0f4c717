/** Endpoints of the specification that do not exist yet. Building one takes it off the list; a test insists. */
export const NOT_YET: string[] = [];

import type { BoardJob } from './board.dto.js';
import type { Employer } from './board.service.js';

/** Characters that XML 1.0 cannot hold, even escaped. */
// oxlint-disable-next-line no-control-regex
const NOT_IN_XML = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const text = (value: string) => value.replace(NOT_IN_XML, '').replace(/[&<>"]/g, (char) => ENTITIES[char]!);

/** An Atom feed (RFC 4287) of jobs, the newest first. `board`: the address of the board's list. */
export function feed(jobs: BoardJob[], employer: Employer, board: string): string {
  const self = `${board}.atom?workspace_id=${employer.id}`;
  const entries = jobs.map((job) => {
    const at = `${board}/${job.id}`;
    const about = [job.department, job.location].filter((value) => value !== null).join(', ');
    return `  <entry>
    <id>${text(at)}</id>
    <title>${text(job.title)}</title>
    <link rel="alternate" type="application/json" href="${text(at)}"/>
    <published>${job.published_at}</published>
    <updated>${job.published_at}</updated>${about && `\n    <summary>${text(about)}</summary>`}
    <content type="html">${text(job.description)}</content>
  </entry>
`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${text(self)}</id>
  <title>${text(`Jobs at ${employer.name}`)}</title>
  <link rel="self" type="application/atom+xml" href="${text(self)}"/>
  <author><name>${text(employer.name)}</name></author>
  <updated>${jobs[0]?.published_at ?? '1970-01-01T00:00:00.000Z'}</updated>
${entries.join('')}</feed>
`;
}

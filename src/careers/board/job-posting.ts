import type { BoardJob } from './board.dto.js';
import type { Employer } from './board.service.js';

/** Employment types in the words of schema.org and of search engines. */
const EMPLOYMENT: Record<NonNullable<BoardJob['employment_type']>, string> = {
  full_time: 'FULL_TIME',
  part_time: 'PART_TIME',
  contract: 'CONTRACTOR',
  temporary: 'TEMPORARY',
  internship: 'INTERN',
};

/** A job as `JobPosting` of schema.org, in JSON-LD that can be put into a page as it is. */
export function jobPosting(job: BoardJob, employer: Employer): string {
  const posting = {
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title: job.title,
    description: job.description || job.title,
    identifier: { '@type': 'PropertyValue', name: employer.name, value: job.id },
    datePosted: job.published_at,
    hiringOrganization: { '@type': 'Organization', name: employer.name },
    ...(job.employment_type && { employmentType: EMPLOYMENT[job.employment_type] }),
    ...(job.location && {
      jobLocation: { '@type': 'Place', address: { '@type': 'PostalAddress', addressLocality: job.location } },
    }),
  };
  // In a script of a page, a tag in a text would end it.
  return JSON.stringify(posting).replaceAll('<', '\\u003c');
}

import { timestampIn } from '../convert/dates.js';
import { listIn } from '../convert/names.js';
import { always, choice, from, made, type Preset, record, type SourceRow } from './preset.js';

const OLD = 'Records are as old as the import.';
const PRIVATE = 'Answers about equal opportunity are not imported.';

/** The source stays as a tag. */
const tags = (labels: string, ...sources: string[]) =>
  made([labels, ...sources], (row) => {
    const source = row.get(...sources);
    return [...row.all(labels).flatMap(listIn), ...(source ? [`Source: ${source}`] : [])];
  });

const isTrue = (text: string): boolean => /^(1|true|yes)$/i.test(text);
const withdrew = (reason: string): boolean => /withdr[ae]w|withdrawn/i.test(reason);

/** Somebody who was hired is in the stage Hired, whose application goes on. */
const HIRED = 'Hired';

const STAGE = ['Stage', 'Current Stage', 'Application Stage'];
const STATUS = ['Application Status', 'Status'];
const REJECTED = ['Rejection Date', 'Rejected Date', 'Rejected On'];
const REASON = ['Rejection Reason', 'Rejection Reasons'];
const JOB = ['Job', 'Job Name'];
const NAME = ['Candidate Name', 'Name'];

const greenhouseJob = (row: SourceRow): string | null =>
  row.get('Job ID') || (row.get(...JOB) ? `name/${row.get(...JOB)}` : null);

const isRejected = (row: SourceRow): boolean =>
  /^rejected$/i.test(row.get(...STATUS)) || row.get(...REJECTED, ...REASON) !== '';

export const greenhouse: Preset = {
  id: 'greenhouse',
  title: 'Greenhouse candidates',
  system: 'greenhouse',
  format: 'csv',
  file: 'Candidates, Generate report, Email as XLS; saved as CSV.',
  header: ['Candidate ID|Application ID', 'Job|Job Name', 'Stage|Current Stage|Application Stage'],
  skip: (row) => (greenhouseJob(row) ? null : 'Prospects without a job are not imported.'),
  items: [
    {
      kind: 'application',
      id: (row) => row.get('Application ID') || `${row.get('Candidate ID')}/${greenhouseJob(row)}`,
      idFrom: ['Application ID', 'Candidate ID'],
      fields: {
        job: record(['Job ID', ...JOB], greenhouseJob),
        display_name: from(...NAME),
        first_name: from('First Name'),
        last_name: from('Last Name'),
        email: from('Email', 'Email Address', 'Primary Email', 'Candidate Email'),
        phone: from('Phone', 'Phone Number', 'Primary Phone'),
        stage: made([...STATUS, ...STAGE], (row) =>
          /^hired$/i.test(row.get(...STATUS)) ? HIRED : row.get(...STAGE) || undefined,
        ),
        status: made([...STATUS, ...REJECTED, ...REASON], (row) =>
          !isRejected(row) ? 'active' : withdrew(row.get(...REASON)) ? 'withdrawn' : 'disqualified',
        ),
        reason: from(...REASON),
        ended_at: from(...REJECTED),
        company: from('Company'),
        position: from('Title'),
        address: from('Address', 'Location'),
        links: from('Website', 'Social Media'),
        applied_on: from('Application Date', 'Applied On'),
        tags: tags('Candidate Tags', 'Source'),
      },
    },
    {
      kind: 'job',
      id: greenhouseJob,
      named: true,
      match: 'title',
      fields: { title: from(...JOB), pipeline: always('Greenhouse'), status: always('paused') },
    },
  ],
  notTaken: {
    Recruiter: 'The owner of the job owns its applications.',
    Coordinator: 'Applications have no coordinator.',
    'Who Gets Credit': 'Applications have no referrer.',
    'Last Activity': OLD,
    Resume: 'Files are not fetched.',
    Gender: PRIVATE,
    Race: PRIVATE,
    'Veteran Status': PRIVATE,
    'Disability Status': PRIVATE,
  },
};

const JOB_STATES = {
  open: 'paused',
  live: 'paused',
  published: 'paused',
  active: 'paused',
  internal: 'paused',
  draft: 'draft',
  pending: 'draft',
  closed: 'closed',
  archived: 'closed',
};

export const greenhouseJobs: Preset = {
  id: 'greenhouse_jobs',
  title: 'Greenhouse jobs',
  system: 'greenhouse',
  format: 'csv',
  file: 'All Jobs, Export; saved as CSV.',
  header: ['Job ID', 'Job Name|Job', 'Status|Job Status'],
  items: [
    {
      kind: 'job',
      id: (row) => row.get('Job ID'),
      idFrom: ['Job ID'],
      // Candidates name jobs by their title where their file has no ids.
      aliases: (row) => [`name/${row.get(...JOB)}`],
      fields: {
        title: from(...JOB),
        department: from('Department', 'Departments'),
        location: from('Office', 'Offices', 'Location'),
        employment_type: from('Employment Type'),
        pipeline: always('Greenhouse'),
        status: choice(['Job Status', 'Status'], JOB_STATES, 'paused'),
        close_reason: from('Close Reason'),
        owner: from('Recruiter', 'Hiring Manager', 'Recruiters', 'Hiring Managers'),
        tags: made(['Requisition ID'], (row) => {
          const id = row.get('Requisition ID');
          return id ? [`Requisition: ${id}`] : undefined;
        }),
      },
    },
  ],
  notTaken: {
    'Opened Date': OLD,
    'Open Date': OLD,
    'Close Date': OLD,
    'Closed Date': OLD,
    Openings: 'Jobs have no openings.',
  },
};

const leverHired = (row: SourceRow): boolean =>
  /^hired$/i.test(row.get('Posting Archive Reason', 'Profile Archive Reason')) || row.get('Hired') !== '';
const leverArchived = (row: SourceRow): boolean =>
  isTrue(row.get('Posting Archive Status', 'Profile Archive Status')) ||
  row.get('Posting Archived At (GMT)', 'Posting Archive Reason', 'Profile Archive Reason') !== '';
const ARCHIVED = ['Posting Archive Status', 'Profile Archive Status', 'Posting Archived At (GMT)'];
const ARCHIVE_REASON = ['Posting Archive Reason', 'Profile Archive Reason'];
const OPPORTUNITY = ['Opportunity ID', 'Profile ID'];

export const lever: Preset = {
  id: 'lever',
  title: 'Lever opportunities',
  system: 'lever',
  format: 'csv',
  file: 'Candidates, Export, CSV.',
  header: ['Opportunity ID|Profile ID', 'Candidate Name', 'Posting ID', 'Current Stage'],
  skip: (row) => (row.get('Posting ID') ? null : 'Opportunities without a posting are not imported.'),
  items: [
    {
      kind: 'application',
      id: (row) => row.get('Application ID') || `${row.get(...OPPORTUNITY)}/${row.get('Posting ID')}`,
      idFrom: ['Application ID', ...OPPORTUNITY],
      fields: {
        job: record(['Posting ID'], (row) => row.get('Posting ID')),
        display_name: from('Candidate Name'),
        email: from('Email', 'Emails', 'Candidate Email'),
        phone: from('Phone', 'Phones', 'Candidate Phone'),
        stage: made(['Current Stage', ...ARCHIVE_REASON], (row) =>
          leverHired(row) ? HIRED : row.get('Current Stage') || undefined,
        ),
        status: made([...ARCHIVED, ...ARCHIVE_REASON, 'Hired'], (row) =>
          leverHired(row) || !leverArchived(row)
            ? 'active'
            : withdrew(row.get(...ARCHIVE_REASON))
              ? 'withdrawn'
              : 'disqualified',
        ),
        reason: from(...ARCHIVE_REASON),
        ended_at: made(['Posting Archived At (GMT)'], (row, locale) => {
          const at = row.get('Posting Archived At (GMT)');
          return at ? timestampIn(at, { ...locale, zone: 'UTC' }) : undefined;
        }),
        company: from('Company', 'Companies'),
        position: from('Headline'),
        address: from('Location'),
        links: from('Links'),
        applied_on: from('Applied At (GMT)', 'Created At (GMT)'),
        tags: tags('Tags', 'Source', 'Sources', 'Origin'),
      },
    },
    {
      kind: 'job',
      id: (row) => row.get('Posting ID'),
      named: true,
      match: 'title',
      fields: {
        title: from('Posting Title'),
        department: from('Posting Department', 'Posting Team'),
        location: from('Posting Location'),
        owner: from('Posting Owner Email', 'Posting Owner Name'),
        pipeline: always('Lever'),
        status: always('paused'),
      },
    },
  ],
  notTaken: {
    'Candidate Owner Name': 'The owner of the job owns its applications.',
    'Candidate Owner Email': 'The owner of the job owns its applications.',
    'Posting Hiring Manager Name': 'Jobs have one owner.',
    'Posting Hiring Manager Email': 'Jobs have one owner.',
    'Last Story At (GMT)': OLD,
    'Last Advanced At (GMT)': OLD,
    Schools: 'Applications have no schools.',
  },
};

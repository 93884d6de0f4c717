import { Injectable } from '@nestjs/common';
import { type Brand, Brands, Html, html, type HtmlPage, Layout } from '../../access/index.js';
import { deferred, t, translated } from '../../platform/index.js';
import type { BoardItem, BoardJob } from '../board/board.dto.js';
import type { Employer } from '../board/board.service.js';
import { jobPosting } from '../board/job-posting.js';
import { applicationForm, type Problem, summary, type Typed } from './site-form.js';

const EMPLOYMENT: Record<NonNullable<BoardJob['employment_type']>, string> = {
  full_time: deferred('Full time'),
  part_time: deferred('Part time'),
  contract: deferred('Contract'),
  temporary: deferred('Temporary'),
  internship: deferred('Internship'),
};

interface Found {
  job: BoardJob;
  employer: Employer;
}

/** The pages of the careers site, in HTML that needs no script. */
@Injectable()
export class SitePages {
  constructor(
    private readonly layout: Layout,
    private readonly brands: Brands,
  ) {}

  /** The path of a job's page. */
  pathOf = (jobId: string): string => `${this.layout.root}/careers/jobs/${jobId}`;

  async list(employer: Employer, jobs: readonly BoardItem[], next: string | null): Promise<HtmlPage> {
    return this.layout.page({
      title: t('Open jobs'),
      brand: await this.#brand(employer),
      listed: true,
      wide: true,
      body: html`<h1>${t('Open jobs')}</h1>
        <p class="soft">${t('at {company}', { company: employer.name })}</p>
        <section>
          ${jobs.length === 0 && html`<p>${t('No job is open at the moment.')}</p>`}
          <ul class="list">
            ${jobs.map(
              (job) =>
                html`<li>
                  <div>
                    <a href="${this.pathOf(job.id)}"><strong>${job.title}</strong></a>
                    <p class="soft">${factsOf(job)}</p>
                  </div>
                </li>`,
            )}
          </ul>
        </section>
        ${next !== null && html`<p class="links"><a href="?cursor=${encodeURIComponent(next)}" rel="next">${t('More jobs')}</a></p>`}`,
    });
  }

  async job({ job, employer }: Found, typed: Typed = new Map(), problems: readonly Problem[] = []): Promise<HtmlPage> {
    const wrong = problems.length > 0;
    return this.layout.page({
      title: wrong ? t('Not sent yet: {title}', { title: job.title }) : job.title,
      brand: await this.#brand(employer),
      listed: true,
      wide: true,
      status: wrong ? 400 : 200,
      head: new Html(`<script type="application/ld+json">${jobPosting(job, employer)}</script>`),
      body: html`${this.#open(employer)}
        <h1>${job.title}</h1>
        <p class="soft">${factsOf(job)}</p>
        ${job.description !== '' && html`<section class="prose">${new Html(job.description)}</section>`}
        <section aria-labelledby="apply">
          <h2 id="apply">${t('Apply')}</h2>
          ${summary(problems)} ${applicationForm(this.pathOf(job.id), job.application_form, typed, problems)}
        </section>`,
    });
  }

  async thanks({ job, employer }: Found): Promise<HtmlPage> {
    return this.layout.page({
      title: t('Thank you'),
      brand: await this.#brand(employer),
      body: html`<h1>${t('Thank you')}</h1>
        <p>
          ${t('Your application for {title} has arrived at {company}.', { title: job.title, company: employer.name })}
        </p>
        <p class="links"><a href="${this.#listPath(employer)}">${t('All open jobs')}</a></p>`,
    });
  }

  #brand = async (employer: Employer): Promise<Brand | Employer> => (await this.brands.of(employer.id)) ?? employer;

  #listPath = ({ id }: Employer) => `${this.layout.root}/careers/${id}`;

  #open = (employer: Employer): Html =>
    html`<nav aria-label="${t('Breadcrumb')}"><a href="${this.#listPath(employer)}">${t('All open jobs')}</a></nav>`;
}

const factsOf = ({ department, location, employment_type }: BoardItem): string =>
  [department, location, employment_type && translated(EMPLOYMENT[employment_type])].filter(Boolean).join(' · ');

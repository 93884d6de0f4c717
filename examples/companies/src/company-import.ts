import { Injectable } from '@nestjs/common';
import {
  type ImportItem,
  ImportKind,
  ImportKinds,
  type ImportOutcome,
  type ImportValues,
  InjectStore,
  type Input,
  read,
  type ResourceStore,
} from 'workspace-suite/platform';
import { CreateCompany, UpdateCompany } from './company.dto.js';
import { Company } from './company.entity.js';
import { Membership } from './membership.entity.js';

/** Reads `companies.csv`, and any other CSV whose columns somebody maps to these fields. */
@Injectable()
export class CompanyImport extends ImportKind<Company> {
  readonly name = 'company';
  override readonly plural = 'companies';
  override readonly header = ['name', 'domain'];
  readonly fields = {
    name: { type: 'text', max: 120, required: true },
    domain: { type: 'text', max: 253, aliases: ['website'] },
    city: { type: 'text', max: 80 },
    owner: { type: 'user', aliases: ['owner_id'] },
  } as const;
  override readonly identifiedBy = 'domain';

  constructor(
    @InjectStore(Company) store: ResourceStore<Company>,
    @InjectStore(Membership) private readonly memberships: ResourceStore<Membership>,
    kinds: ImportKinds,
  ) {
    super(store);
    kinds.add(this);
  }

  check({ domain, owner, ...values }: ImportValues, known: Company | null): ImportValues {
    const given = { ...values, ...(domain !== undefined && { domain: String(domain).toLowerCase() }) };
    return { ...read(known ? UpdateCompany : CreateCompany, given), ...(owner !== undefined && { owner_id: owner }) };
  }

  write(items: readonly ImportItem<Company>[]): Promise<ImportOutcome<Company>[]> {
    return this.writeAll(items.map((item) => ({ ...item, stored: item.values as Input<Company> })));
  }

  override matches(_field: string, values: readonly string[]): Promise<Company[]> {
    return this.store.findAll(['domain = any(?::text[])', values], { lock: true });
  }

  /** An undo leaves companies in which contacts are. */
  override async remove(records: readonly Company[]): Promise<Company[]> {
    const ids = records.map(({ id }) => id);
    const found = await this.memberships.findAll(['company_id = any(?::text[])', ids], { unseen: true });
    const used = new Set(found.map(({ company_id }) => company_id));
    await this.store.removeMany(records.filter(({ id }) => !used.has(id)));
    return records.filter(({ id }) => used.has(id));
  }
}

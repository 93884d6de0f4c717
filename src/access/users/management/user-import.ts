import { Injectable } from '@nestjs/common';
import {
  type ImportItem,
  ImportKind,
  ImportKinds,
  type ImportOutcome,
  type ImportValues,
  InjectStore,
  invalidField,
  read,
  type ResourceStore,
} from '../../../platform/index.js';
import { OWNER } from '../../roles/roles.js';
import { User } from '../user.entity.js';
import { CreateUser } from './user.dto.js';
import { UsersService } from './users.service.js';

/** People of files, each invited by mail. Those who are here already stay as they are. */
@Injectable()
export class UserImportKind extends ImportKind<User> {
  readonly name = 'user';
  override readonly header = ['email', 'roles|role'];
  override readonly identifiedBy = 'email';
  readonly fields = {
    email: { type: 'email', required: true, aliases: ['e_mail', 'address'] },
    display_name: { type: 'text', max: 255, aliases: ['name'] },
    first_name: { type: 'text', max: 120 },
    last_name: { type: 'text', max: 120 },
    roles: { type: 'list', aliases: ['role'] },
  } as const;

  constructor(
    @InjectStore(User) store: ResourceStore<User>,
    private readonly users: UsersService,
    kinds: ImportKinds,
  ) {
    super(store);
    kinds.add(this);
  }

  check({ first_name, last_name, display_name, ...values }: ImportValues, known: User | null): ImportValues {
    const name = display_name ?? [first_name, last_name].filter(Boolean).join(' ');
    const user = read(CreateUser, { roles: [], ...values, ...(name && { display_name: name }) });
    // Admin roles need a recent proof of identity, which a worker cannot have.
    if (!known && user.roles.some((role) => role === OWNER || role.endsWith(':admin')))
      throw invalidField(
        'roles',
        'invalid_value',
        'Roles of owners and admins cannot be imported. Give them afterwards.',
      );
    return { ...user };
  }

  async write(items: readonly ImportItem<User>[]): Promise<ImportOutcome<User>[]> {
    const outcomes: ImportOutcome<User>[] = [];
    for (const { known, values } of items)
      outcomes.push(
        known
          ? { record: known, result: 'skipped' }
          : { record: await this.users.create(values as unknown as CreateUser), result: 'created' },
      );
    return outcomes;
  }

  override matches(_field: string, values: readonly string[]): Promise<User[]> {
    return this.store.findAll(['lower(email) = any(?::text[])', values]);
  }

  /** People stay who have accepted their invitation. */
  override async remove(records: readonly User[]): Promise<User[]> {
    for (const user of records) if (user.status === 'pending') await this.users.remove(user);
    return records.filter(({ status }) => status !== 'pending');
  }
}

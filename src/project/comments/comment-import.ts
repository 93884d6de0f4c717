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
  type SampleContext,
} from '../../platform/index.js';
import * as samples from '../samples.js';
import { Task } from '../tasks/task.entity.js';
import { CreateComment } from './comment.dto.js';
import { Comment } from './comment.entity.js';

const MAX_BODY = 10_000;

/** Imports comments. A first line names the original author and time. */
@Injectable()
export class CommentImportKind extends ImportKind<Comment> {
  readonly name = 'comment';
  override readonly header = ['body|text', 'task|task_id'];
  readonly fields = {
    task: { type: 'record', kind: 'task', required: true, aliases: ['task_id'] },
    body: { type: 'long_text', max: MAX_BODY - 300, required: true, aliases: ['text'] },
    author: { type: 'user', aliases: ['author_id'] },
    author_name: { type: 'text', max: 200 },
    written_at: { type: 'timestamp', aliases: ['created_at'] },
  } as const;

  constructor(
    @InjectStore(Comment) store: ResourceStore<Comment>,
    @InjectStore(Task) private readonly tasks: ResourceStore<Task>,
    kinds: ImportKinds,
  ) {
    super(store);
    kinds.add(this);
  }

  override samples(given: SampleContext) {
    return samples.comments(given);
  }

  /** Existing comments are kept, because comments are immutable. */
  check({ task, body, author, author_name, written_at }: ImportValues): ImportValues {
    const time = typeof written_at === 'string' ? `${written_at.slice(0, 16).replace('T', ' ')} UTC` : '';
    const head = [author_name, time].filter(Boolean).join(', ');
    const { body: checked, mentions } = read(CreateComment, { body: head ? `${head}:\n\n${body as string}` : body });
    return { body: checked, mentions, task, ...(author !== undefined && { author_id: author }) };
  }

  async write(items: readonly ImportItem<Comment>[]): Promise<ImportOutcome<Comment>[]> {
    const ids = [...new Set(items.flatMap(({ known, values }) => (known ? [] : (values.task as string))))];
    const found = ids.length ? await this.tasks.findAll(['id = any(?::text[])', ids]) : [];
    const tasks = new Map(found.map((task) => [task.id, task]));
    const stored = items.map((item) => {
      if (item.known) return { ...item, stored: {} };
      const { task, ...values } = item.values;
      const of = tasks.get(task as string);
      if (!of) throw invalidField('task', 'not_found', `There is no task ${task as string}.`);
      return { ...item, stored: { ...values, task_id: of.id, project_id: of.project_id } };
    });
    return this.writeAll(stored);
  }
}

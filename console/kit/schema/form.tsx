import { type ComponentType, type ReactNode, useMemo, useState } from 'react';
import { type IfMatch, suite, useMe } from '../api.js';
import { bodyOf, type Contract, type Method } from '../contract.js';
import { Dialog } from '../dialog.js';
import { Form } from '../form.js';
import { More } from '../more.js';
import { useContract } from '../resources.js';
import { Loading } from '../states.js';
import { useToday } from '../week.js';
import { bodyOfChange, bodyOfNew, fieldsOf, type FormField, type Values, valuesOf } from './fields.js';
import { formOf, type FormOfPeople } from './forms.js';
import { Input, type InputProps } from './input.js';
import { listOf } from './words.js';

const send = suite as unknown as Record<Method, (path: string, init: object) => Promise<any>>;

/** A request of the API that a form makes. */
export interface Request {
  method: 'post' | 'patch' | 'put' | 'delete';
  /** As the contract writes it. */
  path: string;
  names?: Record<string, string>;
}

/** Sends a request of the API whose path is known only when it runs. */
export const request = ({ method, path, names = {} }: Request, body?: object, header: IfMatch = {}): Promise<any> =>
  send[method](path, { params: { path: names, header }, ...(body && { body }) });

export interface SchemaFormProps {
  of: Request;
  /** The record that it changes, as the API shows it. Without it the request gets all that is filled in. */
  record?: Values;
  /** Where the record is read, if its ETag is to go along. */
  read?: string;
  /** Values to begin with, beside those of the record. */
  initial?: Values;
  /** Fields that are sent as they are here, and not shown. */
  fixed?: Values;
  /** Fields that are not shown. */
  without?: readonly string[];
  /** Only these fields, in this order. */
  only?: readonly string[];
  /** Inputs of fields that need more than their schema. */
  inputs?: Record<string, ComponentType<InputProps>>;
  button: string;
  done?: string;
  after?: (answer: any) => unknown;
  cancel?: () => void;
}

/** A form that is made from the request schema of the API. What the API refuses stands at the field that it names. */
export function SchemaForm(props: SchemaFormProps) {
  const contract = useContract();
  if (contract) return <Drawn {...props} contract={contract} />;
  return (
    // Not on the button that closes the dialog, which a typed space would press.
    <div tabIndex={-1} data-autofocus>
      <Loading rows={4} />
    </div>
  );
}

/** Fields that come last, as few people fill them in. */
const LAST = ['tags', 'external_id', 'custom_fields'];

interface Arranged {
  /** Fields that are shown at once. Those of one row stand side by side. */
  first: FormField[][];
  /** Fields behind *More*. */
  more: FormField[][];
}

function arranged(fields: FormField[], only: readonly string[] | undefined, form: FormOfPeople | undefined): Arranged {
  const find = (name: string) => fields.find((field) => field.name === name) ?? [];
  const single = (field: FormField) => [field];
  if (only) return { first: only.flatMap(find).map(single), more: [] };
  if (!form) {
    const rank = ({ name, required }: FormField) => (required ? 0 : LAST.includes(name) ? 2 : 1);
    return { first: fields.toSorted((a, b) => rank(a) - rank(b)).map(single), more: [] };
  }
  const first = form.first.map((row) => [row].flat().flatMap(find)).filter((row) => row.length);
  const named = new Set([...first.flat(), ...(form.more ?? []).flatMap(find)]);
  const others = fields.filter((field) => !named.has(field));
  return {
    first: [...first, ...others.filter(({ required }) => required).map(single)],
    more: [...(form.more ?? []).flatMap(find), ...others.filter(({ required }) => !required)].map(single),
  };
}

/** The fields without the parts of them that nobody is asked for. */
const trimmed = (fields: FormField[], without: readonly string[] = []): FormField[] =>
  fields.map((field) => ({
    ...field,
    fields: field.fields.filter(({ name }) => !without.includes(`${field.name}.${name}`)),
  }));

function Drawn({
  contract,
  of,
  record,
  read,
  initial,
  fixed = {},
  ...props
}: SchemaFormProps & { contract: Contract }) {
  const { without = [], only, inputs = {}, button, done, after, cancel } = props;
  const { method, path, names = {} } = of;
  const me = useMe();
  const today = useToday();
  const form = formOf(path);
  const [fields, { first, more }] = useMemo(() => {
    const schema = bodyOf(contract, contract.paths[path]?.[method]);
    const all = schema ? fieldsOf(contract, schema, listOf(path), [...without, ...Object.keys(fixed)]) : [];
    const layout = arranged(trimmed(all, form?.without), only, form);
    return [[...layout.first, ...layout.more].flat(), layout];
  }, [contract]);
  // Kept from the first drawing: a record that is read anew meanwhile is no reason to lose what was typed.
  const [before] = useState(() => {
    const start = record ?? form?.start?.({ me, today });
    return valuesOf(fields, { ...start, ...initial });
  });
  const as = (now: Values) => valuesOf(fields, now);
  return (
    <Form
      initial={before}
      of={record && read ? { path: read as never, names, as } : undefined}
      submit={(values, header, base) =>
        request(of, { ...(record ? bodyOfChange(fields, values, base) : bodyOfNew(fields, values)), ...fixed }, header)
      }
      button={button}
      done={done}
      after={after}
      cancel={cancel}
    >
      {(field) => {
        const draw = (each: FormField) => {
          const Shown = inputs[each.name] ?? Input;
          return (
            <Shown
              key={each.name}
              of={each}
              value={field.values[each.name]}
              onChange={(value) => field.set(each.name, value)}
              error={field(each.name).error}
              at={field.at}
              path={each.name}
              values={{ ...field.values, ...fixed }}
              autoFocus={each === first[0]?.[0]}
            />
          );
        };
        return (
          <div className="stack form-fields">
            <RowsOf fields={first} draw={draw} />
            {more.length > 0 && (
              <More open={record !== undefined || more.flat().some(({ name }) => field.within(name))}>
                <RowsOf fields={more} draw={draw} />
              </More>
            )}
          </div>
        );
      }}
    </Form>
  );
}

const RowsOf = ({ fields, draw }: { fields: FormField[][]; draw: (field: FormField) => ReactNode }) =>
  fields.map((row) =>
    row.length === 1 ? (
      draw(row[0]!)
    ) : (
      <div key={row[0]!.name} className="form-row">
        {row.map(draw)}
      </div>
    ),
  );

interface SchemaDialogProps extends Omit<SchemaFormProps, 'cancel' | 'after'> {
  /** Begins when it is done; false: the dialog stays. */
  after?: (answer: any) => unknown;
  title: string;
  /** Stands above the fields: the consequence, for example. */
  about?: string;
  close: () => void;
}

/** The same in a dialog, which closes when it is done. */
export const SchemaDialog = ({ title, about, close, after, ...form }: SchemaDialogProps) => (
  <Dialog onClose={close} title={title}>
    <div className="stack">
      {about && <p className="soft">{about}</p>}
      <SchemaForm
        {...form}
        cancel={close}
        after={(answer) => {
          if (after?.(answer) !== false) close();
        }}
      />
    </div>
  </Dialog>
);

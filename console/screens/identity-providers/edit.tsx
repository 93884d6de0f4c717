import { ActionIcon, Checkbox, PasswordInput, Radio, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import {
  AddButton,
  Dialog,
  type Fields,
  Form,
  Icon,
  PickOne,
  RolePicker,
  type Shown,
  suite,
  TextArea,
} from '../../kit/index.js';
import { t } from '../../kit/language.js';

type Provider = Shown<'IdentityProvider'>;

interface EditProps {
  /** The provider to change. Without it a new one is made. */
  of?: Provider;
  close: () => void;
}

const PATH = '/v1/access/identity-providers/{id}';

/** A provider as it is typed. */
const asTyped = (provider?: Partial<Provider>) => ({
  name: provider?.name ?? '',
  issuer: provider?.issuer ?? '',
  client_id: provider?.client_id ?? '',
  // It is never shown; empty keeps it.
  client_secret: '',
  domains: (provider?.domains ?? []).join('\n'),
  status: provider?.status ?? 'active',
  provisioning: provider?.provisioning ?? 'none',
  default_roles: provider?.default_roles ?? [],
  groups_claim: provider?.groups_claim ?? '',
  group_map: provider?.group_map ?? [],
  enforced: provider?.enforced ?? false,
});

type Typed = ReturnType<typeof asTyped>;

const asSent = ({ client_secret, domains, groups_claim, ...typed }: Typed) => ({
  ...typed,
  ...(client_secret && { client_secret }),
  domains: domains.split(/[\s,]+/).filter(Boolean),
  groups_claim: groups_claim.trim() || null,
});

export function EditProvider({ of: provider, close }: EditProps) {
  const navigate = useNavigate();
  return (
    <Dialog
      onClose={close}
      title={provider ? t('Change “{name}”', { name: provider.name }) : t('New identity provider')}
      size="xl"
    >
      <Form
        initial={asTyped(provider)}
        of={provider && { path: PATH, names: { id: provider.id }, as: asTyped }}
        submit={(typed, header) =>
          provider
            ? suite.patch(PATH, { params: { path: { id: provider.id }, header }, body: asSent(typed) as never })
            : suite.post('/v1/access/identity-providers', { body: asSent(typed) as never })
        }
        after={({ id }) => {
          close();
          if (!provider) void navigate({ to: '/identity-providers/$id', params: { id } });
        }}
        done={provider ? t('Provider saved.') : t('Provider created.')}
        button={provider ? t('Save') : t('Create provider')}
        cancel={close}
      >
        {(field) => (
          <>
            <TextInput
              label={t('Name')}
              description={t('It stands on the button of the sign-in page')}
              placeholder="Acme"
              data-autofocus
              {...field('name')}
            />
            <TextInput
              label={t('Issuer')}
              description={t(
                'Keycloak: https://HOST/realms/REALM. Entra ID: https://login.microsoftonline.com/TENANT/v2.0. Google: https://accounts.google.com. Okta: https://ORG.okta.com',
              )}
              placeholder="https://login.example.com"
              {...field('issuer')}
            />
            <TextInput label={t('Client id')} autoComplete="off" {...field('client_id')} />
            <PasswordInput
              label={t('Client secret')}
              description={provider ? t('Leave it empty to keep the one there is') : t('The provider shows it to you')}
              autoComplete="off"
              {...field('client_secret')}
            />
            <TextArea
              label={t('Domains')}
              description={t('Of the addresses that it may speak for, one a line')}
              placeholder="example.com"
              {...field('domains')}
            />
            <Radio.Group label={t('People without an account')} {...field('provisioning')}>
              <div className="radios">
                <Radio
                  value="none"
                  label={t('Are refused')}
                  description={t('Invite them, or let SCIM make their accounts')}
                />
                <Radio
                  value="create"
                  label={t('Get one')}
                  description={t('At their first sign-in, with these roles')}
                />
              </div>
            </Radio.Group>
            {field.values.provisioning === 'create' && (
              <RolePicker label={t('Roles of new accounts')} {...field('default_roles')} />
            )}
            <Groups field={field} />
            <Checkbox
              label={t('People of these domains sign in here only')}
              description={t(
                'Without a password or passkey. Owners keep theirs, for the day on which the provider fails; each use is in the audit log',
              )}
              {...field.checked('enforced')}
            />
            <Radio.Group label={t('Status')} {...field('status')}>
              <div className="radios">
                <Radio value="active" label={t('Active')} description={t('The sign-in page offers it')} />
                <Radio value="inactive" label={t('Inactive')} description={t('Nobody can sign in there')} />
              </div>
            </Radio.Group>
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** The claim with the groups of a person, and the groups here that follow it. */
function Groups({ field }: { field: Fields<Typed> }) {
  const { group_map: map } = field.values;
  const set = (groups: Typed['group_map']) => field.set('group_map', groups);
  return (
    <fieldset className="items">
      <legend>{t('Groups that follow the provider')}</legend>
      <TextInput
        label={t('Claim')}
        description={t('Of the ID token, with the groups of a person')}
        placeholder={t('groups')}
        {...field('groups_claim')}
      />
      {map.map(({ value, group_id }, index) => (
        <div key={index} className="item" role="group" aria-label={t('Group {index}', { index: index + 1 })}>
          <TextInput
            label={t('Value of the claim')}
            placeholder="sales-team"
            value={value}
            onChange={({ currentTarget }) => set(map.with(index, { value: currentTarget.value, group_id }))}
            error={field.at(`group_map[${index}].value`)}
          />
          <PickOne
            of="grp"
            label={t('Makes a member of')}
            value={group_id}
            onChange={(id) => set(map.with(index, { value, group_id: id }))}
            error={field.at(`group_map[${index}].group_id`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('Remove')}
            onClick={() => set(map.toSpliced(index, 1))}
          >
            <Icon name="close" size={16} />
          </ActionIcon>
        </div>
      ))}
      <AddButton subtle onClick={() => set([...map, { value: '', group_id: '' }])}>
        {t('Add a group')}
      </AddButton>
    </fieldset>
  );
}

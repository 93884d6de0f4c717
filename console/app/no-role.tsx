import { Button, CopyButton, Group } from '@mantine/core';
import { useEffect } from 'react';
import { Icon } from '../kit/icons.js';
import { Empty } from '../kit/states.js';
import { BASE_URL, ROOT, startSignIn } from '../kit/session.js';
import { t } from '../kit/language.js';

/** To an admin, so that they know what to do. */
const MESSAGE = t(
  'Hello, I can sign in to {server}, but I have no role there yet. Please give me one: in the console, People › Users › my name › Change. “Viewer” of an app is enough to read in it, “Member” or “Editor” to work in it. Thank you!',
  { server: BASE_URL },
);

/** For somebody who is signed in, and may do nothing: nobody has given them a role. */
export function NoRole() {
  useEffect(() => {
    document.title = t('No role yet · Workspace Suite');
  }, []);
  return (
    <main>
      <Empty
        page
        icon="lock"
        title={t('You have no role yet')}
        action={
          <Group justify="center" gap="xs">
            <CopyButton value={MESSAGE}>
              {({ copied, copy }) => (
                <Button leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />} onClick={copy}>
                  {copied ? t('Copied') : t('Copy a message for them')}
                </Button>
              )}
            </CopyButton>
            <Button variant="default" onClick={() => void startSignIn()}>
              {t('Try again')}
            </Button>
            <Button component="a" variant="default" href={`${ROOT.replace(/console\/$/, '')}account`}>
              {t('Your account')}
            </Button>
          </Group>
        }
      >
        {t(
          'Your account works, but nothing here is open to it yet: roles say what people see and do. Ask an admin of your workspace for one. “Viewer” of an app is enough to read in it, “Member” or “Editor” to work in it.',
        )}
      </Empty>
    </main>
  );
}

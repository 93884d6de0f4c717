import { Button, Menu } from '@mantine/core';
import { Icon, Problem, save, suite, useAction } from '../../kit/index.js';
import { t } from '../../kit/language.js';

interface DownloadProps {
  id: string;
  title: string;
  /** The one that is shown. */
  tab: string;
}

/** The spreadsheet as a file, for other programs. */
export function Download({ id, title, tab }: DownloadProps) {
  const [workbook, table] = [useExport(id, title), useExport(id, `${title}, ${tab}`, tab)];
  const error = workbook.error ?? table.error;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            loading={workbook.running || table.running}
            leftSection={<Icon name="download" size={16} />}
            rightSection={<Icon name="chevronDown" size={14} />}
          >
            {t('Download')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={workbook.run}>{t('All tabs, as .xlsx')}</Menu.Item>
          <Menu.Item onClick={table.run}>{t('This tab, as .csv')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {error && <Problem error={error} />}
    </>
  );
}

/** One tab as CSV, or all as a workbook. An address of its own would need the token in it. */
const useExport = (id: string, name: string, tab?: string) => {
  const format = tab === undefined ? 'xlsx' : 'csv';
  const init = { params: { path: { id }, query: { format, tab } }, parseAs: 'blob' } as const;
  return useAction(() => suite.get('/v1/office/sheets/{id}/export', init), {
    after: (file) => save(file as unknown as Blob, `${name}.${format}`),
  });
};

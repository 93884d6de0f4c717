import { ActionIcon, Menu, NativeSelect } from '@mantine/core';
import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import styles from './editor.module.css';
import { t } from '../../kit/language.js';

/** Lines on a ground of 24 by 24. */
const PATHS = {
  bold: 'M7 5h6a3.5 3.5 0 0 1 0 7H7zm0 7h7a3.5 3.5 0 0 1 0 7H7z',
  italic: 'M10 5h8M6 19h8M14.5 5l-5 14',
  underline: 'M7 4v7a5 5 0 0 0 10 0V4M5 20h14',
  strike:
    'M4 12h16M16.5 7.5C16 5.5 14.2 4.5 12 4.5c-2.6 0-4.5 1.3-4.5 3.5 0 1.3.6 2.2 1.7 3M7.5 16c.4 2.2 2.2 3.5 4.5 3.5 2.7 0 4.7-1.400 4.7-3.800 0-.6-.1-1.2-.4-1.7',
  code: 'm8 7-5 5 5 5m8-10 5 5-5 5',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.100-3.100a4 4 0 0 0-5.7-5.7L12 6.3m2 3.7a4 4 0 0 0-5.7 0l-3.100 3.100a4 4 0 0 0 5.7 5.7l1.100-1.100',
  bullets: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  numbers: 'M10 6h10M10 12h10M10 18h10M4 4.5h1V9M3.5 15.5c0-1.5 2.5-1.5 2.5 0 0 1-2.5 2-2.5 3h2.5',
  quote: 'M5 6v12M9 8h10M9 12h10M9 16h6',
  table: 'M4 5h16v14H4zM4 10h16M10 5v14',
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  redo: 'm15 14 5-5-5-5m5 5H10a6 6 0 0 0 0 12h3',
};

const BLOCKS = [
  { value: 'paragraph', label: t('Text') },
  { value: '1', label: t('Heading 1') },
  { value: '2', label: t('Heading 2') },
  { value: '3', label: t('Heading 3') },
  { value: 'codeBlock', label: t('Code') },
];

/** State of the buttons: the marks and blocks of the selection, and the address of a link. */
const stateOf = ({ editor }: { editor: Editor }) => ({
  block: editor.isActive('codeBlock')
    ? 'codeBlock'
    : String([1, 2, 3].find((level) => editor.isActive('heading', { level })) ?? 'paragraph'),
  marks: ['bold', 'italic', 'underline', 'strike', 'code', 'link', 'bulletList', 'orderedList', 'blockquote'].filter(
    (name) => editor.isActive(name),
  ),
  isTable: editor.isActive('table'),
  canUndo: editor.can().undo(),
  canRedo: editor.can().redo(),
});

/** One stop for Tab; the arrow keys go from button to button (the pattern "toolbar" of ARIA). */
export function Toolbar({ editor, openLink }: { editor: Editor; openLink: () => void }) {
  const bar = useRef<HTMLDivElement>(null);
  const { block, marks, isTable, canUndo, canRedo } = useEditorState({ editor, selector: stateOf });
  const run = () => editor.chain().focus();
  const setBlock = (to: string) => {
    if (to === 'paragraph') run().setParagraph().run();
    else if (to === 'codeBlock') run().setCodeBlock().run();
    else
      run()
        .setHeading({ level: Number(to) as 1 })
        .run();
  };
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const all = [...bar.current!.querySelectorAll<HTMLElement>('select, button:not(:disabled)')];
    const at = all.indexOf(event.target as HTMLElement);
    if (!step || at < 0) return;
    event.preventDefault();
    const next = all[(at + step + all.length) % all.length]!;
    for (const each of all) each.tabIndex = each === next ? 0 : -1;
    next.focus();
  };
  const mark = (name: string, label: string, icon: keyof typeof PATHS, toggle: () => unknown) => (
    <Tool label={label} icon={icon} pressed={marks.includes(name)} onClick={toggle} />
  );
  return (
    <div ref={bar} role="toolbar" aria-label={t('Formatting')} className={styles.toolbar} onKeyDown={walk}>
      <NativeSelect
        size="xs"
        aria-label={t('Kind of paragraph')}
        data={BLOCKS}
        value={block}
        onChange={({ currentTarget }) => setBlock(currentTarget.value)}
      />
      {mark('bold', t('Bold'), 'bold', () => run().toggleBold().run())}
      {mark('italic', t('Italic'), 'italic', () => run().toggleItalic().run())}
      {mark('underline', t('Underline'), 'underline', () => run().toggleUnderline().run())}
      {mark('strike', t('Strikethrough'), 'strike', () => run().toggleStrike().run())}
      {mark('code', t('Code'), 'code', () => run().toggleCode().run())}
      {mark('link', t('Link'), 'link', openLink)}
      {mark('bulletList', t('Bullet list'), 'bullets', () => run().toggleBulletList().run())}
      {mark('orderedList', t('Numbered list'), 'numbers', () => run().toggleOrderedList().run())}
      {mark('blockquote', t('Quote'), 'quote', () => run().toggleBlockquote().run())}
      <Menu position="bottom-start" returnFocus={false}>
        <Menu.Target>
          <Tool label={t('Table')} icon="table" pressed={isTable} />
        </Menu.Target>
        <Menu.Dropdown>
          {isTable ? (
            <>
              <Menu.Item onClick={() => run().addRowAfter().run()}>{t('Row below')}</Menu.Item>
              <Menu.Item onClick={() => run().addColumnAfter().run()}>{t('Column to the right')}</Menu.Item>
              <Menu.Item onClick={() => run().toggleHeaderRow().run()}>{t('Head on or off')}</Menu.Item>
              <Menu.Divider />
              <Menu.Item onClick={() => run().deleteRow().run()}>{t('Delete row')}</Menu.Item>
              <Menu.Item onClick={() => run().deleteColumn().run()}>{t('Delete column')}</Menu.Item>
              <Menu.Item onClick={() => run().deleteTable().run()}>{t('Delete table')}</Menu.Item>
            </>
          ) : (
            <Menu.Item onClick={() => run().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()}>
              {t('Insert a table')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Tool label={t('Undo')} icon="undo" disabled={!canUndo} onClick={() => run().undo().run()} />
      <Tool label={t('Redo')} icon="redo" disabled={!canRedo} onClick={() => run().redo().run()} />
    </div>
  );
}

interface ToolProps {
  label: string;
  icon: keyof typeof PATHS;
  pressed?: boolean;
  disabled?: boolean;
  onClick?: () => unknown;
  children?: ReactNode;
}

/** Further props come from the menu that it opens. */
const Tool = ({ label, icon, pressed, ...rest }: ToolProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    tabIndex={-1}
    aria-label={label}
    title={label}
    aria-pressed={pressed}
    // The selection stays where it is.
    onMouseDown={(event) => event.preventDefault()}
    {...rest}
  >
    <svg viewBox="0 0 24 24" width={17} height={17} fill="none" stroke="currentColor" strokeWidth={1.8} aria-hidden>
      <path d={PATHS[icon]} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  </ActionIcon>
);

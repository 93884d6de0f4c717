import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { EditorContent, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import type { KeyboardEvent } from 'react';
import { useDialog } from '../../kit/index.js';
import { isAddress } from './address.js';
import styles from './editor.module.css';
import { LinkDialog } from './link.js';
import { Toolbar } from './toolbar.js';
import type { BodyProps } from './writing.js';

/** A table without widths: styles in markup are against the policy of our pages. */
const PlainTable = Table.extend({ renderHTML: () => ['table', ['tbody', 0]] });

const EXTENSIONS = [
  StarterKit.configure({
    // It would end each text with an empty paragraph.
    trailingNode: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: isAddress,
      shouldAutoLink: isAddress,
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  PlainTable.configure({ resizable: false }),
  TableRow,
  TableHeader,
  TableCell,
];

/** Text as it will look, written by mouse, by keys, or in Markdown's way (`# `, `- `, `**bold**`). */
export default function RichText({ initial, label, onChange }: BodyProps) {
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: initial,
    // Its few rules stand in our style sheet.
    injectCSS: false,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, class: styles.text! },
    },
    onUpdate: ({ editor: changed }) => onChange(() => (changed.isEmpty ? '' : changed.getHTML())),
  });
  const [openLink, linkDialog] = useDialog((close) => <LinkDialog editor={editor} close={close} />);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    openLink();
  };
  return (
    <div className={styles.editor}>
      <Toolbar editor={editor} openLink={openLink} />
      <EditorContent editor={editor} onKeyDown={onKeyDown} />
      {linkDialog}
    </div>
  );
}

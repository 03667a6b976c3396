'use client';
import { Pause, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/frontend/ui/Button';
import { ConfirmDialog } from '@/frontend/ui/ConfirmDialog';
import { Dialog } from '@/frontend/ui/Dialog';
import { Field } from '@/frontend/ui/Field';
import { Menu } from '@/frontend/ui/Menu';
import { Select } from '@/frontend/ui/Select';
import { Sheet } from '@/frontend/ui/Sheet';
import { Tabs } from '@/frontend/ui/Tabs';
import { Textarea } from '@/frontend/ui/Textarea';
import { toast } from '@/frontend/ui/toastStore';

const BRANCHES = ['main', 'release', 'a-branch-with-a-name-that-goes-on-for-quite-a-while'];

/** What lies over the page, each behind the button that opens it, and what chooses between views. */
export function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'sheet'>();
  const [branch, setBranch] = useState('main');
  const [tab, setTab] = useState('terminal');
  const [words, setWords] = useState('');
  const props = (which: typeof open) => ({
    open: open === which,
    onOpenChange: (next: boolean) => setOpen(next ? which : undefined),
  });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => setOpen('dialog')}>A dialog</Button>
        <Button onClick={() => setOpen('confirm')}>A confirmation</Button>
        <Button onClick={() => setOpen('sheet')}>A sheet</Button>
        <Menu
          trigger={<Button>A menu</Button>}
          groups={[
            {
              label: 'Group',
              items: [
                { label: 'Plain', run: () => {} },
                { label: 'With a key', icon: <Pause />, keys: 'p', run: () => {} },
                { label: 'Refused', hint: 'Why it cannot be done now.', disabled: true, run: () => {} },
              ],
            },
            {
              items: [{ label: 'Cannot be undone', icon: <Trash2 />, danger: true, run: () => {} }],
            },
          ]}
        />
        <Button
          onClick={() =>
            toast({ title: 'Sent.', body: 'It can be taken back.', action: { label: 'Undo', run: () => {} } })
          }
        >
          A note
        </Button>
        <Button
          onClick={() =>
            toast({ tone: 'failed', title: 'It was not sent.', body: 'It stays until it is closed.' })
          }
        >
          A failure
        </Button>
      </div>
      <Select
        label="A choice from a list"
        value={branch}
        onChange={setBranch}
        options={BRANCHES.map((name) => ({ value: name, label: name }))}
      />
      <Tabs
        label="Views"
        value={tab}
        onChange={setTab}
        items={[
          { value: 'terminal', label: 'Terminal' },
          { value: 'changes', label: 'Changes', count: 12 },
        ]}
      />
      <Dialog
        {...props('dialog')}
        title="A dialog"
        description="What will happen, before it does."
        footer={
          <>
            <Button onClick={() => setOpen(undefined)}>Not now</Button>
            <Button variant="primary" keys="mod+enter" onClick={() => setOpen(undefined)}>
              The verb
            </Button>
          </>
        }
      >
        <Field label="Words">
          {(field) => (
            <Textarea {...field} autoFocus value={words} onChange={(event) => setWords(event.target.value)} />
          )}
        </Field>
      </Dialog>
      <ConfirmDialog
        {...props('confirm')}
        title="Delete it?"
        body="What is lost, and what stays."
        verb="Delete it"
        danger
        typeToConfirm="house"
        onConfirm={() => setOpen(undefined)}
      />
      <Sheet {...props('sheet')} title="A sheet">
        <p className="p-4 text-muted">Details beside the page, and over it on small screens.</p>
      </Sheet>
    </div>
  );
}

import { Button } from '@mantine/core';
import { useClipboard, useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowsDiff, IconCopy } from '@tabler/icons-react';
import { useMay } from '../../../api/session.ts';
import { UndoDialog } from '../../../components/dialogs/undo-dialog.tsx';
import { OverflowMenu } from '../../../components/page/overflow-menu.tsx';
import { useNarrow } from '../../../components/page/use-narrow.ts';
import { runTexts as texts } from '../../../texts/runs/runs-run.ts';
import { undoTexts } from '../../../texts/undo.ts';
import type { ViewedRun } from '../viewed-run.ts';

const writesLeads = /^lead\.(create|update|upsert|delete)$/;

/** Whether the run has ended and may have changed leads. Of a long run, only the first steps are known. */
const mayHaveWritten = ({ ended_at, steps, next }: ViewedRun) =>
  ended_at !== null && (next !== null || steps.some(({ type }) => writesLeads.test(type)));

/** Compares the run with another, or undoes what it changed in leads. A phone has both in a menu, and the ID to copy. */
export function MoreActions({
  run,
  isComparing,
  onCompare,
}: {
  run: ViewedRun;
  isComparing: boolean;
  onCompare: () => void;
}) {
  const may = useMay();
  const { copy } = useClipboard();
  const [isOpen, { open, close }] = useDisclosure(false);
  const actions = [
    { label: texts.compare, icon: IconArrowsDiff, onClick: onCompare, isExpanded: isComparing },
    ...(may('leads.edit') && mayHaveWritten(run)
      ? [{ label: undoTexts.offer, icon: IconArrowBackUp, onClick: open, isExpanded: undefined }]
      : []),
  ];
  return (
    <>
      {useNarrow() ? (
        <OverflowMenu
          items={[...actions, { label: texts.copyId, icon: IconCopy, onClick: () => copy(run.id) }]}
        />
      ) : (
        actions.map(({ label, icon: Icon, onClick, isExpanded }) => (
          <Button
            key={label}
            variant="default"
            leftSection={<Icon size={16} aria-hidden />}
            aria-expanded={isExpanded}
            onClick={onClick}
          >
            {label}
          </Button>
        ))
      )}
      {isOpen && (
        <UndoDialog
          title={undoTexts.titleOfRun}
          choices={[{ label: '', cause: { run: run.id } }]}
          onClose={close}
        />
      )}
    </>
  );
}

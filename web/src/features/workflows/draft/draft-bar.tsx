import { ActionIcon, Button, Group, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { ConfirmModal } from '../../../components/dialogs/confirm.tsx';
import { showSuccess } from '../../../components/notices/notify.ts';
import { useNarrow } from '../../../components/page/use-narrow.ts';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import type { StepCheck } from '../builder/builder-context.ts';
import classes from '../tabs/workflow-bars.module.css';
import { PublishModal } from './publish-modal.tsx';
import type { DraftWork, Workflow } from './use-draft.ts';

const { draft: texts, publish } = builderTexts;

/** The draft's status and actions. */
export function DraftBar({
  work,
  check,
  onFirst,
}: {
  work: DraftWork;
  check: StepCheck | undefined;
  /** Called after publishing. `isFirst` is true for the workflow's first version. */
  onFirst: (isFirst: boolean) => void;
}) {
  const isNarrow = useNarrow();
  const { canUndo, canRedo } = work.builder;
  const isIdle = !(work.isDirty || work.base.draft.is_changed || canUndo || canRedo);
  // On a phone, the bar covers part of the flow, so it appears with the first change.
  if (isNarrow && isIdle) return null;
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Group gap={isNarrow ? 'xs' : 2} wrap="nowrap">
        <State work={work} check={check} isHidden={isNarrow} />
        <UndoButtons builder={work.builder} />
        {(work.base.draft.is_changed || work.isDirty) && work.base.version > 0 && (
          <DiscardButton work={work} />
        )}
      </Group>
      <Group gap="xs" wrap="nowrap" flex="none">
        <Button
          size={isNarrow ? 'sm' : 'xs'}
          variant="default"
          disabled={!work.isDirty}
          loading={work.isSaving}
          onClick={() => void work.save()}
        >
          {texts.save}
        </Button>
        <PublishButton work={work} check={check} onFirst={onFirst} size={isNarrow ? 'sm' : 'xs'} />
      </Group>
    </Group>
  );
}

/** The draft's status. A phone has no room for it, where the buttons show what can be saved and published. */
function State({
  work,
  check,
  isHidden,
}: {
  work: DraftWork;
  check: StepCheck | undefined;
  isHidden: boolean;
}) {
  const { isDirty, base, builder } = work;
  const isChecked = check !== undefined && builder.steps.length > 0;
  const problems = isChecked ? check.problems.length : 0;
  // The page shows elsewhere that the workflow is disabled.
  const warnings = isChecked ? check.warnings.filter(({ code }) => code !== 'disabled').length : 0;
  const shown = [
    isDirty ? texts.unsaved : savedState(base),
    ...(warnings === 0 ? [] : [builderTexts.warnings(warnings)]),
  ].join(' · ');
  // The button that lists the issues shows their number. Screen readers announce it here.
  const found = problems === 0 ? builderTexts.noProblems : builderTexts.problems(problems);
  const announced = isChecked ? ` · ${found}` : '';
  if (isHidden) return <VisuallyHidden role="status">{`${shown}${announced}`}</VisuallyHidden>;
  return (
    <div className={classes.status}>
      <Text size="xs" c="dimmed" role="status" mr="xs" truncate title={shown}>
        {shown}
        <VisuallyHidden component="span">{announced}</VisuallyHidden>
      </Text>
    </div>
  );
}

/** Describes the saved draft. Before the first version is published, there is nothing to compare the draft with. */
function savedState({ version, draft }: Workflow): string {
  if (version === 0) return texts.first;
  return draft.is_changed ? texts.differs : texts.same;
}

const UndoButtons = ({ builder }: { builder: DraftWork['builder'] }) => (
  <>
    <Icon
      label={builderTexts.undo}
      isOff={!builder.canUndo}
      onClick={builder.undo}
      icon={<IconArrowBackUp size={18} />}
    />
    <Icon
      label={builderTexts.redo}
      isOff={!builder.canRedo}
      onClick={builder.redo}
      icon={<IconArrowForwardUp size={18} />}
    />
  </>
);

function DiscardButton({ work: { base, read, take } }: { work: DraftWork }) {
  const [isOpen, setOpen] = useState(false);
  const discard = async () => {
    const { revision } = base.draft;
    await call('POST /workflows/:id/draft/discard', { params: { id: base.id }, body: { revision } });
    take(await read());
    showSuccess(texts.discarded);
  };
  return (
    <>
      <Icon
        label={texts.discard}
        isOff={false}
        onClick={() => setOpen(true)}
        icon={<IconTrash size={18} />}
      />
      <ConfirmModal
        title={texts.discardTitle}
        confirm={texts.discard}
        isOpen={isOpen}
        onConfirm={discard}
        onClose={() => setOpen(false)}
      >
        {texts.discardText}
      </ConfirmModal>
    </>
  );
}

/** A button that saves the draft, then shows what will be published. */
export function PublishButton({
  work: { base, isDirty, save, read, take },
  check,
  onFirst,
  variant = 'filled',
  size = 'xs',
  isHiddenIfSame = false,
}: {
  work: DraftWork;
  check: StepCheck | undefined;
  /** Called after publishing. `isFirst` is true for the workflow's first version. */
  onFirst: (isFirst: boolean) => void;
  variant?: 'filled' | 'default';
  size?: 'xs' | 'sm';
  /** Whether there is no button if the draft is published already, instead of a disabled one. */
  isHiddenIfSame?: boolean;
}) {
  const [published, setPublished] = useState<Workflow>();
  const count = check?.problems.length ?? 0;
  const isChanged = isDirty || base.draft.is_changed;
  const canPublish = isChanged && check !== undefined && count === 0;
  return (
    <>
      {(isChanged || !isHiddenIfSame) && (
        <Tooltip label={publish.broken(count)} disabled={count === 0}>
          <Button
            size={size}
            variant={variant}
            disabled={!canPublish}
            onClick={() => void save().then((saved) => saved && setPublished(saved))}
          >
            {publish.action}
          </Button>
        </Tooltip>
      )}
      {published && (
        <PublishModal
          workflow={published}
          warnings={check?.warnings ?? []}
          onClose={() => setPublished(undefined)}
          onPublished={async () => {
            take(await read());
            onFirst(published.version === 0);
          }}
        />
      )}
    </>
  );
}

const Icon = ({
  label,
  isOff,
  onClick,
  icon,
}: {
  label: string;
  isOff: boolean;
  onClick: () => void;
  icon: React.ReactNode;
}) => (
  <Tooltip label={label}>
    <ActionIcon variant="subtle" color="gray" size={30} aria-label={label} disabled={isOff} onClick={onClick}>
      {icon}
    </ActionIcon>
  </Tooltip>
);

import { Text } from '@mantine/core';
import { useSession } from '../../api/session.ts';
import { shownText } from '../../components/shown-text.ts';
import { builderTexts } from '../../texts/workflow-builder.ts';

/** With whose rights a workflow runs, in words: whoever edits another's acts as them (decisions 6.5). */
export function RightsNote({ owner, mayEdit }: { owner: { id: number; name: string }; mayEdit: boolean }) {
  const { user } = useSession();
  const isOwn = owner.id === user.id;
  const name = shownText(owner.name);
  return (
    <Text size="sm" c="dimmed" {...(isOwn ? {} : { fw: 600, c: '' })}>
      {isOwn ? builderTexts.rightsOwn : builderTexts.rightsOther(name)}
      {!isOwn && mayEdit && ` ${builderTexts.rightsOtherEdited(name)}`}
    </Text>
  );
}

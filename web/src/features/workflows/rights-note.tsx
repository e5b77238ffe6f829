import { Text } from '@mantine/core';
import { useSession } from '../../api/session.ts';
import { builderTexts } from '../../texts/workflow-builder.ts';

/** With whose rights a workflow runs, in words: whoever edits another's acts as him (decisions 6.5). */
export function RightsNote({ owner }: { owner: { id: number; name: string } }) {
  const { user } = useSession();
  const isOwn = owner.id === user.id;
  return (
    <Text size="sm" c="dimmed" {...(isOwn ? {} : { fw: 600, c: '' })}>
      {isOwn ? builderTexts.rightsOwn : builderTexts.rightsOther(owner.name)}
    </Text>
  );
}

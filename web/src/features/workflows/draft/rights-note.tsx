import { Text } from '@mantine/core';
import { useSession } from '../../../api/session.ts';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';

/** Explains whose permissions a workflow runs with. Users who edit another user's workflow act as that user (spec/runs §1.2). */
export function RightsNote({ owner, mayEdit }: { owner: { id: number; name: string }; mayEdit: boolean }) {
  const { user } = useSession();
  const isOwn = owner.id === user.id;
  const name = escapeBidi(owner.name);
  return (
    <Text size="sm" c="dimmed" {...(isOwn ? {} : { fw: 600, c: '' })}>
      {isOwn ? builderTexts.rightsOwn : builderTexts.rightsOther(name)}
      {!isOwn && mayEdit && ` ${builderTexts.rightsOtherEdited(name)}`}
    </Text>
  );
}

import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PersonAvatar } from '../../../components/chips/person-avatar.tsx';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';

/** A lead that a run is about, by name. */
export const LeadLink = ({ id, name }: { id: number; name: string }) => (
  <Group gap={6} wrap="nowrap">
    <PersonAvatar name={name} size={20} />
    <Anchor size="sm" renderRoot={(props) => <Link to="/leads/$id" params={{ id: String(id) }} {...props} />}>
      {escapeBidi(name)}
    </Anchor>
  </Group>
);

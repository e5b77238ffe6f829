import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ApiResponse } from '../../api/call.ts';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { exactTime, Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { auditTexts } from '../../texts/audit.ts';

export type AuditEntry = ApiResponse<'GET /audit'>['entries'][number];

/** The user, credential, IP address and time of a change. */
export const AuditOrigin = ({
  entry: { user, means, origin, at },
  isInGrid = false,
}: {
  entry: AuditEntry;
  /** Whether this is in a list, where only the active row can be reached with Tab. */
  isInGrid?: boolean;
}) => (
  <Text inherit c="dimmed" component="div">
    {user === null ? (
      auditTexts.operator
    ) : (
      <Anchor
        inherit
        tabIndex={isInGrid ? -1 : undefined}
        underline="always"
        title={auditTexts.filterByUser}
        renderRoot={(props) => <Link to="/settings/audit" search={{ user: user.id }} {...props} />}
      >
        <Name>{user.name}</Name>
      </Anchor>
    )}{' '}
    {escapeBidi(auditTexts.by(means.type, means.name))} {origin === null ? '' : auditTexts.from(origin)}
    {' · '}
    {!isInGrid && `${exactTime(at)} · `}
    <Moment at={at} isInGrid={isInGrid} />
  </Text>
);

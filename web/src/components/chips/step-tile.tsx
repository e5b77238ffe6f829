import {
  IconArrowBackUp,
  IconArrowsSplit2,
  IconCornerUpLeft,
  IconHourglass,
  IconMail,
  IconMailForward,
  IconPlayerStop,
  IconQuestionMark,
  IconRepeat,
  IconRoute,
  IconRouteSquare,
  IconTrash,
  IconUserEdit,
  IconUserPlus,
  IconUserQuestion,
  IconUserSearch,
  IconUsers,
  IconVariable,
  IconWebhook,
  IconWorldUpload,
} from '@tabler/icons-react';
import type { FunctionComponent } from 'react';
import classes from './chip.module.css';

interface Look {
  readonly icon: FunctionComponent<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>;
  readonly color: string | undefined;
}

const looks: Readonly<Record<string, Look>> = {
  webhook: { icon: IconWebhook, color: classes.trigger },
  'lead.create': { icon: IconUserPlus, color: classes.lead },
  'lead.update': { icon: IconUserEdit, color: classes.lead },
  'lead.upsert': { icon: IconUserPlus, color: classes.lead },
  'lead.find': { icon: IconUserSearch, color: classes.lead },
  'lead.search': { icon: IconUsers, color: classes.lead },
  'lead.delete': { icon: IconTrash, color: classes.lead },
  'http.request': { icon: IconWorldUpload, color: classes.http },
  'mail.send': { icon: IconMailForward, color: classes.mail },
  notify: { icon: IconMail, color: classes.mail },
  approve: { icon: IconUserQuestion, color: classes.wait },
  'workflow.start': { icon: IconRoute, color: classes.workflow },
  'workflow.call': { icon: IconRouteSquare, color: classes.workflow },
  branch: { icon: IconArrowsSplit2, color: classes.branch },
  for_each: { icon: IconRepeat, color: classes.loop },
  set: { icon: IconVariable, color: classes.set },
  wait: { icon: IconHourglass, color: classes.wait },
  respond: { icon: IconArrowBackUp, color: classes.respond },
  return: { icon: IconCornerUpLeft, color: classes.respond },
  stop: { icon: IconPlayerStop, color: classes.stop },
};
const unknown: Look = { icon: IconQuestionMark, color: classes.set };

/** The icon of a step type, on the color of its group. With `isOff`, it is gray: the step didn't run. */
export function StepTile({
  type,
  size = 32,
  isOff = false,
}: {
  type: string;
  size?: number;
  isOff?: boolean;
}) {
  const { icon: Icon, color } = looks[type] ?? unknown;
  return (
    <span className={`${classes.tile} ${isOff ? classes.off : color}`} style={{ width: size, height: size }}>
      <Icon size={Math.round(size * 0.53)} stroke={1.75} aria-hidden />
    </span>
  );
}

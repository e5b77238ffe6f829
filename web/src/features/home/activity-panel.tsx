import { Anchor } from '@mantine/core';
import {
  IconAppWindow,
  IconKey,
  IconRobot,
  IconRoute,
  IconTerminal2,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ApiResponse } from '../../api/call.ts';
import { query } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { PersonAvatar } from '../../components/chips/person-avatar.tsx';
import { Loaded } from '../../components/page/loaded.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { auditTexts } from '../../texts/audit.ts';
import { auditSubjects } from '../../texts/audit-subjects.ts';
import { homeTexts } from '../../texts/home.ts';
import classes from './home.module.css';
import { HomePanel, LoadingRows } from './home-panel.tsx';

type Entry = ApiResponse<'GET /home/activity'>['entries'][number];
const texts = homeTexts.activity;
const refreshMs = 30_000;

const icons: Readonly<Record<string, TablerIcon>> = {
  workflow: IconRoute,
  api_key: IconKey,
  api_client: IconKey,
  oauth_client: IconAppWindow,
  mcp: IconRobot,
  apply: IconTerminal2,
  command: IconTerminal2,
};

/** Recent changes by people, apps and workflows. */
export function ActivityPanel({ title }: { title: string }) {
  const may = useMay();
  const result = useQuery({ ...query('GET /home/activity', {}), refetchInterval: refreshMs });
  const link = may('audit.view') && (
    <Anchor size="xs" renderRoot={(props) => <Link to="/settings/audit" {...props} />}>
      {texts.log}
    </Anchor>
  );
  return (
    <HomePanel title={title} link={link}>
      <Loaded result={result} placeholder={<LoadingRows />} noticeClass={classes.notice}>
        {({ entries }) => <Entries entries={entries} />}
      </Loaded>
    </HomePanel>
  );
}

const Entries = ({ entries }: { entries: readonly Entry[] }) => (
  <ul className={classes.list}>
    {entries.length === 0 && <li className={classes.caption}>{texts.none}</li>}
    {entries.map((entry) => (
      <li key={`${entry.at} ${entry.audit?.id ?? entry.leads?.id}`} className={classes.entry}>
        <Source entry={entry} />
        <Sentence actor={actorOf(entry)} {...changeOf(entry)} />
        <span className={classes.time}>
          <Moment at={entry.at} isInGrid />
        </span>
      </li>
    ))}
  </ul>
);

/** What was done, and to what: the verb, the item's name with a link, and what follows it. */
interface Change {
  readonly verb: string;
  readonly item?: { readonly name: string; readonly link: Pick<LinkProps, 'to' | 'params'> };
  readonly after?: string;
}

/** One line, cut off at its end. The tooltip has all of it. */
const Sentence = ({ actor, verb, item, after }: Change & { actor: string }) => (
  <div
    className={classes.sentence}
    title={[actor, verb, item?.name, after].filter((part) => part !== undefined).join(' ')}
  >
    <b className={classes.title}>
      <Name>{actor}</Name>
    </b>{' '}
    <span className={classes.what}>
      {verb}{' '}
      {item && (
        <Link {...item.link}>
          <Name>{item.name}</Name>
        </Link>
      )}
      {after && ` ${after}`}
    </span>
  </div>
);

/** Workflows and apps act under their own name, everything else under the user's. */
const actorOf = ({ user, means }: Entry) =>
  isSetup(means) ? texts.system : (means.name ?? user ?? texts.system);

/** The first user and the workspace were created on the set-up page, before there was anyone to name. */
const isSetup = ({ type, name }: Entry['means']) => type === 'ui' && name === 'set-up';

function Source({ entry: { user, means } }: { entry: Entry }) {
  const Icon = icons[means.type];
  if (!Icon) return <PersonAvatar name={user ?? texts.system} />;
  return (
    <span className={`${classes.tile} ${classes.small}`}>
      <Icon size={14} stroke={1.75} aria-hidden />
    </span>
  );
}

function changeOf({ action, leads, audit, means }: Entry): Change {
  if (leads) return leadChange(action, leads);
  if (!audit) return { verb: action };
  const { id, subject } = audit;
  // A new workflow has version 0 until it is published.
  const version = audit.version || null;
  const type = auditSubjects[subject.type];
  // The verb already says what it is about, as in "canceled a run of".
  const isAboutPart = action.includes(' ');
  const hasType = type !== subject.name && version === null && !isAboutPart;
  const verb = version === null ? texts.verbOf(action, subject.type) : texts.published;
  return {
    verb: hasType ? `${verb} ${texts.typeOf(type)}` : verb,
    item: { name: subject.name, link: { to: '/settings/audit/$id', params: { id: String(id) } } },
    ...(version !== null && { after: texts.version(version) }),
    ...(isSetup(means) && { after: auditTexts.by(means.type, means.name) }),
  };
}

function leadChange(action: string, { count, id, name }: NonNullable<Entry['leads']>): Change {
  const verb = texts.leadVerbs[action] ?? action;
  if (count > 1 || name === null) return { verb: `${verb} ${texts.leads(count)}` };
  return {
    verb: `${verb} ${texts.lead}`,
    item: { name, link: { to: '/leads/$id', params: { id: String(id) } } },
  };
}

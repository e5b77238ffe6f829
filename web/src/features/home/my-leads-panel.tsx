import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { PersonAvatar } from '../../components/chips/person-avatar.tsx';
import { Loaded } from '../../components/page/loaded.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { homeTexts } from '../../texts/home.ts';
import classes from './home.module.css';
import { HomePanel, LoadingRows } from './home-panel.tsx';

const texts = homeTexts.leads;
const maxShown = 8;
const refreshMs = 30_000;

/** The leads that the user owns, the last changed first. */
export function MyLeadsPanel() {
  const { user } = useSession();
  const filters = [{ alias: 'owner_id', operator: 'eq', value: user.id }];
  const result = useQuery({
    ...query('POST /leads/search', { body: { filters, order: '-date_modified' } }),
    refetchInterval: refreshMs,
  });
  const link = (
    <Anchor size="xs" renderRoot={(props) => <Link to="/leads" {...props} />}>
      {texts.all}
    </Anchor>
  );
  return (
    <HomePanel title={texts.title} {...(result.data?.total ? { count: result.data.total } : {})} link={link}>
      <Loaded result={result} placeholder={<LoadingRows />} noticeClass={classes.notice}>
        {({ leads }) => <Leads leads={leads.slice(0, maxShown)} />}
      </Loaded>
    </HomePanel>
  );
}

const Leads = ({ leads }: { leads: readonly Record<string, unknown>[] }) => (
  <ul className={classes.list}>
    {leads.length === 0 && <li className={classes.caption}>{texts.none}</li>}
    {leads.map((lead) => {
      const name = nameOf(lead);
      return (
        <li key={String(lead.id)} className={classes.entry}>
          <PersonAvatar name={name} />
          <div className={classes.text}>
            <Link to="/leads/$id" params={{ id: String(lead.id) }}>
              <Name>{name}</Name>
            </Link>
            <div className={classes.caption}>
              <Name>{[lead.company, lead.status].filter(Boolean).join(' · ')}</Name>
            </div>
          </div>
          <span className={classes.time}>
            <Moment at={String(lead.date_modified)} isInGrid />
          </span>
        </li>
      );
    })}
  </ul>
);

function nameOf(lead: Record<string, unknown>): string {
  const words = [lead.first_name, lead.last_name].filter(Boolean).join(' ');
  return words || String(lead.email ?? lead.company ?? texts.unnamed(Number(lead.id)));
}

import { Moment } from '../../components/values/moment.tsx';
import { accountTexts as texts } from '../../texts/sign-in/account.ts';

/** The rest of a row's second line: when something was last used. */
export const LastUse = ({ at }: { at: string | null }) =>
  at === null ? (
    texts.neverUsed
  ) : (
    <>
      {texts.lastUsed} <Moment at={at} />
    </>
  );

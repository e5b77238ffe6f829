import { signJws } from '../../lib/crypto/jws.ts';
import { demoLeads, demoOrigin } from './demo-document.ts';
import type { DemoListener, DemoPlace } from './demo-workspace.ts';

export interface DemoDelivery {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

type Body = DemoDelivery['body'];

const tokenSeconds = 300;
const people = ['Lea', 'Milo', 'Noa', 'Omar', 'Pia', 'Quinn', 'Rosa', 'Sami'];
const plans = ['Free', 'Team', 'Company'];

const emailOf = (name: string) => `${name.toLowerCase()}@leads.demo.example`;

/** The leads that the sample data creates, some of them with its requests. */
export const demoEmails: readonly string[] = [
  ...new Set([...demoLeads.map(({ email }) => email), ...[...people, 'Uma'].map(emailOf)]),
];

/** The requests that the sample data sends, as external callers would. */
export function demoRequests({ listeners }: DemoPlace, now: () => Date) {
  const fromPage = (listener: DemoListener, body: Body, origin = demoOrigin): DemoDelivery => ({
    url: listener.url,
    headers: { 'content-type': 'application/json', origin },
    body,
  });
  const fromPartner = (body: Body, isSigned = true): DemoDelivery => {
    const { url, key, secret } = listeners.partner;
    const expires = Math.floor(now().getTime() / 1000) + tokenSeconds;
    const token = signJws(JSON.stringify({ iss: key, exp: expires }), secret, 'HS256');
    return {
      url,
      headers: { 'content-type': 'application/json', ...(isSigned && { authorization: `Bearer ${token}` }) },
      body,
    };
  };
  const form = (name: string, plan = 'Team') =>
    fromPage(listeners.form, { email: emailOf(name), name, plan });
  const order = (name: string, number: number, followUp = false) =>
    fromPartner({ email: emailOf(name), order: `D-${number}`, follow_up: followUp });
  return {
    form,
    order,
    quote: (seats: number) => fromPage(listeners.quote, { seats }),
    /** Requests that are each rejected for a different reason. */
    refused: (): DemoDelivery[] => [
      fromPartner({ email: emailOf('Lea'), order: 'D-0' }, false),
      fromPage(listeners.form, { email: emailOf('Lea'), name: 'Lea' }, 'https://elsewhere.example'),
    ],
    any(turn: number): DemoDelivery {
      const name = people[turn % people.length] ?? 'Lea';
      if (turn % 9 === 8) return fromPartner({ email: emailOf(name), order: `D-${turn}` }, false);
      if (turn % 3 === 2) return fromPage(listeners.quote, { seats: 1 + (turn % 20) });
      return turn % 3 === 1 ? order(name, turn) : form(name, plans[turn % plans.length]);
    },
  };
}

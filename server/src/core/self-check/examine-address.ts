import type { Context } from '../context/index.ts';
import { examine, examineClock, type Finding } from '../installation/index.ts';
import { type Arrival, arrivalPath, makeTicket, openArrival, ticketHeader } from './arrival.ts';
import type { Answer, Ask } from './ask.ts';
import { judgeCallers, judgeHost, judgeProtocol, pretendedCaller } from './judge-arrival.ts';

/** A Date header has whole seconds, and who stands in front may keep one for a moment. */
const clockToleranceMs = 2_000;

/** What was found out about an address. */
export interface Examined {
  readonly baseUrl: string;
  /** Whether it leads to this installation. */
  readonly isReached: boolean;
  readonly findings: readonly Finding[];
}

/**
 * Calls an address of this installation from outside, as everybody would, and looks at how the call came in. Nothing of an answer
 * is shown that is not our own.
 */
export async function examineAddress(context: Context, ask: Ask, baseUrl: string): Promise<Examined> {
  const { key, clock, db } = context;
  let arrival: Arrival | undefined;
  let awayMs = 0;
  const address = await examine('address', async () => {
    const headers = {
      [ticketHeader]: makeTicket(key, clock.now()),
      'x-forwarded-for': pretendedCaller,
    };
    const asked = clock.now().getTime();
    const answer = await ask(`${baseUrl}${arrivalPath}`, { method: 'GET', headers });
    arrival = answer.status === 200 ? openArrival(key, answer.text) : undefined;
    if (!arrival) throw new Error(somebodyElse(baseUrl, answer));
    awayMs = clockAway(answer, arrival, { from: asked, to: clock.now().getTime() });
    return `${baseUrl} leads here`;
  });
  const findings = [address];
  if (arrival || baseUrl.startsWith('http:')) {
    findings.push(await examine('https', async () => judgeProtocol(baseUrl, arrival)));
  }
  if (arrival) {
    const seen = arrival;
    findings.push(
      await examine('host', async () => judgeHost(baseUrl, seen)),
      await examine('callers', async () => judgeCallers(baseUrl, seen)),
    );
  }
  findings.push(
    await examine('clocks', async () => {
      const says = await examineClock(db, clock);
      refuseAway(awayMs);
      return says;
    }),
  );
  return { baseUrl, isReached: arrival !== undefined, findings: findings.map(asSentence) };
}

/** For people on a screen; an address stays as it is spelt. */
const asSentence = ({ says, ...finding }: Finding): Finding => {
  const begun = says.startsWith('http') ? says : `${says.charAt(0).toUpperCase()}${says.slice(1)}`;
  return { ...finding, says: begun.endsWith('.') ? begun : `${begun}.` };
};

/**
 * The address by which somebody came. A proxy that does not say how it was asked makes https look like http: where that does
 * not lead here and https does, it is the address.
 */
export async function examineCame(
  context: Context,
  askAt: (baseUrl: string) => Ask,
  came: string,
): Promise<Examined> {
  const first = await examineAddress(context, askAt(came), came);
  if (first.isReached || !came.startsWith('http:')) return first;
  const secure = came.replace('http:', 'https:');
  const second = await examineAddress(context, askAt(secure), secure);
  return second.isReached ? second : first;
}

function somebodyElse(baseUrl: string, { status, headers }: Answer): string {
  const target = URL.parse(headers.get('location') ?? '', baseUrl)?.origin;
  if (status >= 300 && status < 400 && target !== undefined && target !== baseUrl)
    return `${baseUrl} redirects to ${target}. Many callers drop their credential on the way: take ${target} as the address.`;
  return `${baseUrl} answers ${status}, and it is not this installation that answers. Look where the name leads, and let the proxy in front pass everything on to \`serve\`.`;
}

/** The clock that is furthest away of those on the way: of the other `serve`, and of whoever stands in front. */
function clockAway(answer: Answer, arrival: Arrival, call: { from: number; to: number }): number {
  const front = Date.parse(answer.headers.get('date') ?? '');
  // Whatever was written between question and answer is right, however long those took.
  const away = [arrival.now, Number.isNaN(front) ? call.from : front].map((moment) =>
    moment < call.from ? moment - call.from : Math.max(0, moment - call.to),
  );
  return away.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most));
}

function refuseAway(awayMs: number): void {
  if (Math.abs(awayMs) <= clockToleranceMs) return;
  throw new Error(
    `A clock on the way to the address differs by ${Math.round(awayMs / 1_000)} s from this machine's. Keep all of them right by NTP.`,
  );
}

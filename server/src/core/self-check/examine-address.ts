import type { Context } from '../context/index.ts';
import { examine, examineClock, type Finding } from '../installation/index.ts';
import { type Arrival, arrivalPath, makeTicket, openArrival, ticketHeader } from './arrival.ts';
import type { Answer, Ask } from './ask.ts';
import { judgeCallers, judgeHost, judgeProtocol, pretendedCaller } from './judge-arrival.ts';

/** A Date header has whole seconds, and a proxy may cache one briefly. */
const clockToleranceMs = 2_000;

export interface Examined {
  readonly baseUrl: string;
  /** Whether the URL leads to this installation. */
  readonly isReached: boolean;
  readonly findings: readonly Finding[];
}

/**
 * Calls a URL of this installation from outside and checks how the call arrives. Shows no part of a response
 * that another server wrote.
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

/** For the screen; the spelling of a URL stays unchanged. */
const asSentence = ({ says, ...finding }: Finding): Finding => {
  const begun = says.startsWith('http') ? says : `${says.charAt(0).toUpperCase()}${says.slice(1)}`;
  return { ...finding, says: begun.endsWith('.') ? begun : `${begun}.` };
};

/**
 * Checks the URL of the current request. A proxy that does not forward the protocol makes https look like
 * http, so if http does not lead here and https does, https is used.
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

/** The largest clock difference: of the other `serve` process, or of a proxy. */
function clockAway(answer: Answer, arrival: Arrival, call: { from: number; to: number }): number {
  const front = Date.parse(answer.headers.get('date') ?? '');
  // Any time between request and response is right, regardless of how long they took.
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

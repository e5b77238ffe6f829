import type { Context } from '../context/index.ts';
import { examine, examineClock, type Finding } from '../installation/index.ts';
import { type Arrival, arrivalPath, makeTicket, openArrival, ticketHeader } from './arrival.ts';
import type { Answer, Ask } from './ask.ts';
import { judgeCallers, judgeHost, judgeKeyHeader, judgeProtocol, pretendedCaller } from './judge-arrival.ts';

/** How much clocks may differ: a Date header has whole seconds, and a proxy may cache it briefly. */
const clockToleranceMs = 2_000;

export interface Examined {
  readonly baseUrl: string;
  /** Whether requests to the URL reach this installation. */
  readonly isReached: boolean;
  readonly findings: readonly Finding[];
}

/**
 * Requests one of this installation's URLs from outside and checks how the request arrives. Never shows any
 * part of another server's response.
 */
export async function examineAddress(context: Context, ask: Ask, baseUrl: string): Promise<Examined> {
  const { key, clock, db } = context;
  let arrival: Arrival | undefined;
  let awayMs = 0;
  const address = await examine('address', async () => {
    const headers = {
      [ticketHeader]: makeTicket(key, clock.now()),
      'x-forwarded-for': pretendedCaller,
      // Shows how a key would arrive. It isn't one.
      apikey: 'none',
    };
    const asked = clock.now().getTime();
    const answer = await ask(`${baseUrl}${arrivalPath}`, { method: 'GET', headers });
    arrival = answer.status === 200 ? openArrival(key, answer.text) : undefined;
    if (!arrival) throw new Error(describeForeignResponse(baseUrl, answer));
    awayMs = clockDifferenceMs(answer, arrival, { from: asked, to: clock.now().getTime() });
    return `${baseUrl} reaches this installation`;
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
      await examine('keys', async () => judgeKeyHeader(seen)),
    );
  }
  findings.push(
    await examine('clocks', async () => {
      const says = await examineClock(db, clock);
      requireSynchronizedClocks(awayMs);
      return says;
    }),
  );
  return { baseUrl, isReached: arrival !== undefined, findings: findings.map(asSentence) };
}

/** Turns a finding into a sentence for display. URLs keep their spelling. */
const asSentence = ({ says, ...finding }: Finding): Finding => {
  const begun = says.startsWith('http') ? says : `${says.charAt(0).toUpperCase()}${says.slice(1)}`;
  return { ...finding, says: begun.endsWith('.') ? begun : `${begun}.` };
};

/**
 * Checks the URL of the current request. If a proxy doesn't forward the protocol, https looks like http. So
 * if http doesn't reach this installation and https does, https is used.
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

function describeForeignResponse(baseUrl: string, { status, headers }: Answer): string {
  const target = URL.parse(headers.get('location') ?? '', baseUrl)?.origin;
  if (status >= 300 && status < 400 && target !== undefined && target !== baseUrl)
    return `${baseUrl} redirects to ${target}. Many clients drop their credentials when redirected: use ${target} as the base URL.`;
  return `${baseUrl} returns ${status}, and the response isn't from this installation. Check the DNS record, and configure the proxy to forward all requests to \`serve\`.`;
}

/** Returns the largest clock difference, either of the other `serve` process or of a proxy. */
function clockDifferenceMs(answer: Answer, arrival: Arrival, call: { from: number; to: number }): number {
  const front = Date.parse(answer.headers.get('date') ?? '');
  // Any time between request and response counts as correct, regardless of how long the request took.
  const away = [arrival.now, Number.isNaN(front) ? call.from : front].map((moment) =>
    moment < call.from ? moment - call.from : Math.max(0, moment - call.to),
  );
  return away.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most));
}

function requireSynchronizedClocks(awayMs: number): void {
  if (Math.abs(awayMs) <= clockToleranceMs) return;
  throw new Error(
    `The clock of a server behind the base URL differs by ${Math.round(awayMs / 1_000)} s from this machine's. Synchronize all clocks with NTP.`,
  );
}

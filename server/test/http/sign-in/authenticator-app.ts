import { generate } from 'otplib';
import type { Browser, Page } from '../../harness/console/browser.ts';
import type { useSignIn } from '../../harness/servers/sign-in-server.ts';

export const secretOn = ({ text }: Page) => /class="secret" data-copy="([^"]+)"/.exec(text)?.[1] ?? '';
export const codesOn = ({ text }: Page) =>
  [...text.matchAll(/<li>([\w-]+)<\/li>/g)].map(([, code = '']) => code);

/** An authenticator app whose clock is the server's. */
export function useApp({ time }: Pick<ReturnType<typeof useSignIn>, 'time'>) {
  const codeOf = (secret: string, secondsLater = 0) =>
    generate({ secret, epoch: Math.floor(time.now().getTime() / 1000) + secondsLater });

  /** Sets up the app as a user does. */
  async function setUpApp({ browser }: { readonly browser: Browser }) {
    const page = await browser.get('/second-factor/app');
    const secret = secretOn(page);
    const done = await browser.submit(page, '/second-factor/app', { code: await codeOf(secret) });
    // The code that set up the app has been used.
    await time.move(60_000);
    return { secret, codes: codesOn(done), done };
  }
  return { codeOf, setUpApp };
}

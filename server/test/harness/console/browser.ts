import { request } from 'node:http';

export interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly cookies: readonly string[];
  /** The URL of a redirect. */
  readonly location: string | undefined;
}

type Headers = Readonly<Record<string, string>>;

/** A browser without scripts that keeps cookies and submits forms. It doesn't follow redirects, so tests see each one. */
export class Browser {
  readonly jar = new Map<string, string>();
  readonly #port: number;
  readonly #host: string;
  /** Headers sent with every request. */
  headers: Headers;

  constructor(port: number, host: string, headers: Headers = {}) {
    this.#port = port;
    this.#host = host;
    this.headers = headers;
  }

  get(path: string, headers: Headers = {}): Promise<Page> {
    return this.#send('GET', path, headers);
  }

  post(
    path: string,
    fields: Readonly<Record<string, string>> | [string, string][],
    headers: Headers = {},
  ): Promise<Page> {
    const body = new URLSearchParams(fields).toString();
    return this.#send(
      'POST',
      path,
      { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    );
  }

  /** Sends JSON, as the page's own script does. */
  json(method: string, path: string, body: unknown, headers: Headers = {}): Promise<Page> {
    const type = { 'content-type': 'application/json' };
    return this.#send(method, path, { ...type, ...headers }, body === undefined ? '' : JSON.stringify(body));
  }

  /** Calls an operation of the console as the signed-in user. */
  async ask(method: string, path: string, body?: unknown): Promise<Page> {
    return this.json(method, `/console${path}`, body, { 'x-form-token': await this.formToken() });
  }

  /** Signs out as the account menu does. */
  async signOut(fields: Readonly<Record<string, string>> = {}): Promise<Page> {
    return this.post('/sign-out', { form_token: await this.formToken(), ...fields });
  }

  /** Returns the token that every change by the signed-in user must contain. */
  async formToken(): Promise<string> {
    return JSON.parse((await this.get('/console/session')).text).form_token;
  }

  /** Submits the page's form with this `action`; `values` override its fields. */
  submit(page: Page, action: string, values: Readonly<Record<string, string>>, headers: Headers = {}) {
    return this.post(action, { ...hiddenInputs(page, action), ...values }, headers);
  }

  async #send(method: string, path: string, headers: Headers, body = ''): Promise<Page> {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const page = await send(this.#port, method, path, body, {
      host: this.#host,
      accept: 'text/html,*/*;q=0.8',
      ...(cookie === '' ? {} : { cookie }),
      ...this.headers,
      ...headers,
    });
    for (const line of page.cookies) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      if (value === '') this.jar.delete(name);
      else this.jar.set(name, value);
    }
    return page;
  }
}

function send(port: number, method: string, path: string, body: string, headers: Headers): Promise<Page> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const options = { host: '127.0.0.1', port, method, path, timeout: 20_000 };
    const sent = request({ ...options, headers: { ...headers, ...length } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text,
          cookies: answer.headers['set-cookie'] ?? [],
          location: answer.headers.location,
        }),
      );
    });
    sent.on('timeout', () => sent.destroy(new Error('no response in time')));
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Returns the hidden inputs of the form with this `action`. */
export function hiddenInputs({ text }: Pick<Page, 'text'>, action: string): Record<string, string> {
  const form = text.split('<form').find((part) => part.includes(`action="${action}"`));
  if (form === undefined) throw new Error(`no form has the action ${action}`);
  const inputs = form
    .slice(0, form.indexOf('</form>'))
    .matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, unescapeHtml(value)]));
}

const unescapeHtml = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

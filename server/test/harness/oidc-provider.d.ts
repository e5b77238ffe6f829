// The package has no types. These cover only what the comparison uses.
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  interface Stored {
    save(): Promise<string>;
  }
  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    on(event: 'server_error', listener: (context: unknown, error: Error) => void): this;
    Client: { find(id: string): Promise<object | undefined> };
    Grant: new (of: {
      accountId: string;
      clientId: string;
    }) => Stored & { addOIDCScope(scope: string): void };
    AuthorizationCode: new (
      of: object,
    ) => Stored;
  }
}

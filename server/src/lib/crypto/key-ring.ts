import type { InstallationKey } from './installation-key.ts';
import type { Secret } from './secret.ts';

/**
 * The key of a process that lives while the key is changed: from the moment at which the new one counts, it is what values are encrypted
 * with, without a restart.
 */
export class KeyRing implements InstallationKey {
  #present: InstallationKey;

  constructor(present: InstallationKey) {
    this.#present = present;
  }

  get number(): number {
    return this.#present.number;
  }

  get secret(): Secret {
    return this.#present.secret;
  }

  get other(): Secret | undefined {
    return this.#present.other;
  }

  adopt(present: InstallationKey): void {
    this.#present = present;
  }
}

import type { InstallationKey } from './installation-key.ts';
import type { Secret } from './secret.ts';

/** Switches a running process to the new key during a rotation, without a restart. */
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

/** Names for environment variables, each different (spec/provisioning §8.2). */
export class EnvironmentNames {
  readonly #used = new Set<string>();

  /** Returns a name such as HARK_SECRET_PARTNER. A repeated name gets a number. */
  add(...parts: readonly string[]): string {
    const name = ['HARK', ...parts.map((part) => part.toUpperCase().replace(/[^A-Z0-9]/g, '_'))].join('_');
    let unused = name;
    for (let number = 2; this.#used.has(unused); number++) unused = `${name}_${number}`;
    this.#used.add(unused);
    return unused;
  }
}

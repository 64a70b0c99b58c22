/** What must not stand in a job: user names, passwords, keys. */
export interface Secrets {
  /**
   * The text of a secret, as it is now. Never logged, never stored.
   * @param name lower-case letters, digits and hyphens, at most 40
   * @throws WinnowError `config` when there is none of that name or others could read it, `unavailable`
   */
  secret(name: string): Promise<string>;
}

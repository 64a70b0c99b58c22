/** What must not stand in a job's settings: user names, passwords, keys. */
export interface Secrets {
  /**
   * The present text of a secret. Never logged, never stored.
   * @param name lower-case letters, digits and hyphens, at most 40
   * @throws WinnowError `config` when no secret has that name or other users could read it, `unavailable`
   */
  secret(name: string): Promise<string>;
}

import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { WinnowError } from '../base/error.ts';
import { type OperationScope, scopes } from '../operations/ways.ts';

/** A token without its text, which nobody keeps. */
export interface Token {
  /** Stands in the log of commands. */
  readonly name: string;
  /** What it may be used for. */
  readonly scope: OperationScope;
}

/** Tokens that let somebody in. */
export interface KnownTokens {
  all(): readonly Token[];
  /** The token that a text is. */
  find(text: string): Token | undefined;
}

/** The tokens of a data directory. A change of another process is seen at the next request. */
export interface Tokens extends KnownTokens {
  /** @returns the text of the new token. @throws WinnowError `usage` for a name that is taken, or no name */
  add(token: Token): string;
  /** @throws WinnowError `not-found` */
  revoke(name: string): void;
}

const kept = z.strictObject({
  name: z.string(),
  scope: z.enum(scopes),
  sha256: z.string(),
});
type Kept = Readonly<z.output<typeof kept>>;

/** Whether a text is one of a token, known or not. */
export const isToken = (text: string): boolean => /^winnow_[\w-]{43}$/.test(text);

const tokenPrefix = 'winnow_';
const tokenBytes = 32;
/** Read and written by whoever runs the crawl, and nobody else. */
const ownerOnly = 0o600;

const newText = (): string => `${tokenPrefix}${randomBytes(tokenBytes).toString('base64url')}`;
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Tokens in a file that has digests of them only. */
export function openTokens(file: string): Tokens {
  let seen = '';
  let tokens: readonly Kept[] = [];

  function current(): readonly Kept[] {
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
    const now = stat === undefined ? '' : `${stat.ino} ${stat.mtimeNs} ${stat.size}`;
    if (now !== seen) tokens = now === '' ? [] : readTokens(file);
    seen = now;
    return tokens;
  }

  function keep(next: readonly Kept[]): void {
    const written = `${file}.${randomBytes(6).toString('hex')}`;
    try {
      writeFileSync(written, `${JSON.stringify(next, undefined, 2)}\n`, { mode: ownerOnly, flag: 'wx' });
      renameSync(written, file);
    } catch (cause) {
      rmSync(written, { force: true });
      throw new WinnowError('config', `${file} cannot be written: ${(cause as Error).message}`, { cause });
    }
  }

  return {
    all: current,
    find(text) {
      const sha256 = digest(text);
      return current().find((one) => one.sha256 === sha256);
    },
    add({ name, scope }) {
      if (!/^[\w.@-]{1,80}$/.test(name))
        throw new WinnowError('usage', 'the name of a token must be 1 to 80 letters, digits, and ._@-');
      if (current().some((one) => one.name === name))
        throw new WinnowError('usage', `there is a token ${name}: revoke it first, or take another name`);
      const text = newText();
      keep([...current(), { name, scope, sha256: digest(text) }]);
      return text;
    },
    revoke(name) {
      const rest = current().filter((one) => one.name !== name);
      if (rest.length === current().length)
        throw new WinnowError('not-found', `there is no token ${name} in ${file}`);
      keep(rest);
    },
  };
}

/** Tokens, and one more that holds as long as this process. @returns its text, too */
export function withOwn(tokens: KnownTokens | undefined, own: Token) {
  const text = newText();
  const sha256 = digest(text);
  const known: KnownTokens = {
    all: () => [...(tokens?.all() ?? []), own],
    find: (given) => (digest(given) === sha256 ? own : tokens?.find(given)),
  };
  return { text, tokens: known };
}

/** @throws WinnowError `corrupt`: nobody is let in by a file that cannot be read */
function readTokens(file: string): readonly Kept[] {
  try {
    return z.array(kept).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new WinnowError('corrupt', `${file} cannot be read: delete it, and make tokens anew`, { cause });
  }
}

import type { FailureReason } from './outcome.ts';

/** What came of one HTTP request. Failures are values: no server and no network makes a fetch throw. */
export type FetchResult =
  | {
      readonly kind: 'response';
      readonly status: number;
      /** Names in lower case; repeated fields joined with `, ` (`x-robots-tag` and `set-cookie`: with a line feed). Latin-1 decoded. */
      readonly headers: Readonly<Record<string, string>>;
      /** Content coding removed. Empty for 204, 304 and redirects. */
      readonly body: Uint8Array;
      /** The body as it came, where that is a gzip file of all of it as good as our own. */
      readonly gzip?: Uint8Array;
      readonly truncated: boolean;
      readonly wireBytes: number;
      /** The IP address that was connected to. */
      readonly address?: string;
      readonly elapsedMs: number;
    }
  | {
      readonly kind: 'error';
      readonly reason: FailureReason;
      readonly detail: string;
      /** A connection that was kept open had closed meanwhile: nothing was learnt, and asking once more may help. */
      readonly again?: true;
      readonly elapsedMs: number;
    };

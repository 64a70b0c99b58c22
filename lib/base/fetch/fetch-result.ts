import type { FailureReason } from './outcome.ts';

/** The result of one HTTP request. Failures are values: no answer and no network error makes a fetch throw. */
export type FetchResult =
  | {
      readonly kind: 'response';
      readonly status: number;
      /**
       * Names in lower case; repeated fields joined with `, ` (`x-robots-tag` and `set-cookie`: with a line feed).
       * Latin-1 decoded.
       */
      readonly headers: Readonly<Record<string, string>>;
      /** Content coding removed. Empty for 204, 304 and redirects. */
      readonly body: Uint8Array;
      /** The body as received. Present if that is a complete gzip file, compressed as well as Winnow would. */
      readonly gzip?: Uint8Array;
      /** Lets the memory of `body` and `gzip` be used again: nobody may read them afterwards. Nobody has to call it. */
      readonly release?: () => void;
      /** The body has more than was read. */
      readonly truncated: boolean;
      /** It is truncated because it ended before it should: the server may send all of it another time. */
      readonly endedEarly?: true;
      readonly wireBytes: number;
      /** The IP address of the connection. */
      readonly address?: string;
      readonly elapsedMs: number;
    }
  | {
      readonly kind: 'error';
      readonly reason: FailureReason;
      readonly detail: string;
      /**
       * A kept-alive connection had closed: the failure says nothing about the host, and a second request may succeed.
       */
      readonly again?: true;
      readonly elapsedMs: number;
    };

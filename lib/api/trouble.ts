import type { CrawlOptions } from '../runtime/shared/installation.ts';

/** Hears in words of what went wrong and did not end the crawl. */
export type OnTrouble = (text: string) => void;

/** What a crawl calls when something goes wrong, said in words. */
export function hearTrouble(
  tell: OnTrouble | undefined,
): Pick<CrawlOptions, 'onError' | 'onLost' | 'onJobError'> {
  if (tell === undefined) return {};
  return {
    onError: (host, error) => tell(`the turn of ${host} broke and is run again: ${messageOf(error)}`),
    onLost: ({ what, error }) => tell(`a count was lost (${what}): ${messageOf(error)}`),
    onJobError: ({ job, work, error }) =>
      tell(`job ${job}: ${work} failed, other work continues: ${messageOf(error)}`),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { largest } from '../base/long-lists.ts';
import { printable } from '../base/printable.ts';
import { canonicalise } from '../base/url/canonicalise.ts';
import type { HostName } from '../base/url/url.ts';
import { settingsOf } from '../pipeline/base/settings-cache.ts';
import { openStoredPages, type StoredPage } from '../pipeline/collection/stored-pages.ts';
import { lookUp } from '../pipeline/frontier/find-page.ts';
import { field, text } from '../pipeline/operation/input.ts';
import { operation } from '../pipeline/operation/operation.ts';
import { note } from '../pipeline/operation/view.ts';
import type { WhyReport } from '../pipeline/report/reports.ts';
import { explainUrl } from '../pipeline/why/explain-url.ts';
import type { AskedPorts, AskedUrl } from '../pipeline/why/explainer.ts';
import type { Job } from '../ports/jobs.ts';
import { explainers } from './explainers.ts';

const marks = { yes: '✓', no: '✗', wait: '…', info: '·', unknown: '?' } as const;

/** Longer URLs are cut off. */
const maxShown = 300;

/** Everything that decides about a URL, in the order in which a crawl checks it. Fetches nothing. */
export const whyOperation = operation({
  about: 'job',
  input: {
    url: field(text('must be a URL or a host', 1_000_000), {
      ...{ says: 'the URL to explain, known or not', isArgument: true },
      lines: 'read URLs from standard input, one a line (# begins a comment), and explain them in that order',
    }),
  },
  effect: 'reads',
  run: ({ ports, of, reader, networkRefusal }, { url }) =>
    why({ ...ports, ...(reader && { reader }), ...(networkRefusal && { networkRefusal }) }, of, url),
  view({ input, lines }) {
    const width = largest(
      lines.map(({ step }) => step.length),
      0,
    );
    const rows = lines.map(({ step, verdict, detail }) =>
      note(`${marks[verdict]} ${step.padEnd(width)}  ${detail}`),
    );
    return [[note(asked(printable(input))), ...rows]];
  },
});

function asked(input: string): string {
  return input.length <= maxShown ? input : `${input.slice(0, maxShown)}… (${input.length} characters)`;
}

/**
 * Everything that decides about one URL, known or not, in the order in which a crawl decides. For a host: when it may next
 * be asked. Fetches nothing.
 */
export async function why(ports: AskedPorts, job: Job, input: string): Promise<WhyReport> {
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const only = hostName(input);
  if (only !== undefined) {
    const asked = { ports, job, settings, host: only, ...(await stateOf(ports, job, only)) };
    const lines = explainers.flatMap((one) => ('ofHost' in one ? [one.ofHost(asked)] : []));
    return { input, host: only, lines: (await Promise.all(lines)).flat() };
  }
  const { canonical, lines: steps } = explainUrl(input.trim(), settings);
  if (!canonical.ok) return { input, lines: steps };
  const { url, host } = canonical;
  const found = await lookUp(ports, job, url, settings);
  const state = await stateOf(ports, job, host);
  const { page } = found;
  let read: Promise<StoredPage | undefined> | undefined;
  const stored = async () => {
    if (page?.state === 'visited') read ??= openStoredPages(ports).of({ job: job.name, host }, page);
    return await read;
  };
  const asked: AskedUrl = { ports, job, settings, host, ...state, url, found, page, stored };
  const lines = explainers.flatMap((one) =>
    'ofHost' in one ? [one.ofHost(asked)] : 'ofUrl' in one ? [one.ofUrl(asked)] : [],
  );
  return { input, url, host, lines: [...steps, ...(await Promise.all(lines)).flat()] };
}

async function stateOf({ hosts }: AskedPorts, { name }: Job, host: HostName) {
  const control = await hosts.control({ job: name, host });
  const [inbox = 0] = await hosts.inboxUrls(name, [host]);
  return { control, inbox };
}

/** A host as people write it, without scheme and path; undefined if the input is not a host. */
function hostName(input: string): HostName | undefined {
  const text = input.trim();
  if (!/^(?:[^\s/?#@:.]*\.[^\s/?#@:]*|localhost|\[[\da-f:.]+\])(?::\d+)?$/i.test(text)) return undefined;
  const canonical = canonicalise(`http://${text}/`);
  return canonical.ok ? canonical.host : undefined;
}

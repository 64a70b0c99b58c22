import { identityOf } from '../../../lib/base/url/identity.ts';
import { usualList } from '../../../lib/config/combine/usual-lists.ts';
import { parseJob } from '../../../lib/config/job/load-job.ts';
import { scopeOf } from '../../../lib/rules/scope/scope.ts';
import type { Suite } from '../suite.ts';
import { inputOf, type UrlCase } from './cases.ts';
import { combine } from './profiles.ts';

/** A job with the steps of Combine and the lists that it comes with, its `maxUrlLength` of 250 among them. */
function combineJob() {
  const lines = (list: 'url/allow' | 'url/exclude') => usualList(list).map(({ text }) => text);
  const job = {
    name: 'combine',
    scope: { allow: lines('url/allow'), exclude: lines('url/exclude'), excludeExtensions: [] },
  };
  return { ...parseJob(JSON.stringify(job), '/nowhere/job.yaml').settings, url: combine };
}

/** Relative ones were resolved before Combine judged them. */
const base = 'http://www.lth.se/';

/** Whether Combine takes a URL in: normalisation, length, allow and exclude lists. */
export const combineValidate: Suite<UrlCase> = {
  name: 'urls-combine-validate',
  file: 'urls/cases.jsonl',
  has: (one) => one.kind === 'combine-validate',
  got: (one) => {
    const settings = combineJob();
    const canonical = identityOf(settings).canonicalise(inputOf(one).raw, base);
    return canonical.ok && scopeOf(settings).verdict({ url: canonical.url, depth: 0, hostHops: 0 }).accepted;
  },
  want: (one) => one.expected === true,
  rules: [
    {
      name: 'only http and https are crawled',
      read: (want, one) => (/^\s*ftp:/i.test(inputOf(one).raw) ? false : want),
    },
  ],
};

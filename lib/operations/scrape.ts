import { WinnowError } from '../base/error.ts';
import { canonicalise } from '../base/url/canonicalise.ts';
import { holdOn } from '../domain/control/hold.ts';
import { requireContact } from '../domain/settings/contact.ts';
import { text, whole } from '../pipeline/operation/input.ts';
import { operation } from '../pipeline/operation/operation.ts';
import { note } from '../pipeline/operation/view.ts';
import { withWeb } from '../pipeline/operation/with-web.ts';
import { readPages } from '../pipeline/seeds/read-pages.ts';

/** Fetches one page as politely as a crawl of the job, wherever it is, and reads it. Nothing of it is stored. */
export const scrape = operation({
  about: 'job',
  input: { url: text('must be a URL', 8_192), withinMs: whole(1, 300_000) },
  effect: 'reads',
  fetches: true,
  async run(place, { url, withinMs }, { signal }) {
    const given = canonicalise(url);
    const hold = given.ok ? holdOn(place.of.holds, given.host) : undefined;
    if (hold !== undefined) return { problem: `${hold.what} is on hold: ${hold.reason}` };
    return await withWeb(place, true, async (ports, rules) => {
      // The scope, which may be this machine alone, does not hold for it.
      requireContact({ ...rules, scope: { ...rules.scope, hosts: [] } });
      const content = { ...rules.content, markdown: 'both' } as const;
      const until = { patienceMs: withinMs, signal };
      for await (const read of readPages(ports, { ...rules, content }, [url], until)) return read;
      throw new WinnowError('internal', 'nothing was read');
    });
  },
  view: (read) => [[note('problem' in read ? read.problem : read.page.title)]],
});

import { useState } from 'preact/hooks';
import { unifiedDifference } from '../../../../base/difference/unified.ts';
import { formatTime } from '../../../../base/quantity.ts';
import type { ChangeLine } from '../../../../domain/collection/record.ts';
import type { RecordView } from '../../../../pipeline/report/reports.ts';
import { askLines, FailedRequest, ofJob } from './api.ts';
import { html } from './html.ts';
import { Trouble } from './parts.ts';
import { plain } from './plain.ts';

/** Changes of a host that are read to find those of a page. */
const mostRead = 5_000;
const bounds = { context: 2, edits: 400, lines: 20_000 };

/** The changes of a page, with the difference from each to the next. */
export function History({ job, view }: { readonly job: string; readonly view: RecordView }) {
  const [changes, setChanges] = useState<readonly ChangeLine[] | undefined>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FailedRequest | undefined>();
  const [url] = view.urls;
  if (url === undefined) return null;
  const read = async (): Promise<void> => {
    setBusy(true);
    const { host } = new URL(url);
    const found: ChangeLine[] = [];
    try {
      await askLines<ChangeLine>(ofJob(job, 'changes', { from: 'start', host }), mostRead, (line) => {
        if (line.url === url) found.push(line);
      });
      setChanges(found);
    } catch (error) {
      setProblem(error instanceof FailedRequest ? error : new FailedRequest(0, String(error)));
    }
    setBusy(false);
  };
  return html`<section aria-labelledby="history"><h2 id="history">History</h2><${Trouble} problem=${problem} />
    ${changes === undefined ? html`<button type="button" disabled=${isBusy} onClick=${read}>Read its changes</button>` : html`<ol>${changes.map((one, at) => html`<li key=${at}>${formatTime(one.at)} UTC: ${one.change}${one.cause === undefined ? '' : ` (${one.cause})`}${differenceOf(changes[at - 1], one)}</li>`)}</ol>`}
  </section>`;
}

function differenceOf(before: ChangeLine | undefined, after: ChangeLine) {
  const [from, to] = [before?.record?.text, after.record?.text];
  if (from === undefined || to === undefined || from === to) return '';
  const found = unifiedDifference(from, to, { before: 'before', after: 'after' }, bounds);
  if ('left' in found) return html` <span class="quiet">(${found.left})</span>`;
  return html`<pre tabindex="0" role="group" aria-label="Difference">${plain(found.text)}</pre>`;
}

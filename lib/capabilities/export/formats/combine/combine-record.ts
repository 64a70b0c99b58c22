import { around, attribute, element } from '../../../../base/html/xml.ts';
import type { Outgoing } from '../../../../pipeline/feed/outgoing.ts';
import type { FormatPlan } from '../../format.ts';
import { links, metaData, modifiedOf, properties, timeText, topics, urlsOf } from './parts.ts';

/** A record with the elements of Combine's own format. */
export function combineRecord({ line }: Outgoing, plan: FormatPlan): string {
  const { record, md5 } = line;
  const servers = new Set(record.urls.map((url) => new URL(url).host));
  const inner = [
    element('modifiedDate', modifiedOf(record)),
    element('expiryDate', timeText(Date.parse(record.response.expires ?? ''))),
    element('checkedDate', timeText(record.lastChecked)),
    element('mimeType', record.mediaType),
    element('httpServer', record.response.server),
    urlsOf(record),
    around('servers', [...servers].map((host) => element('server', host)).join('')),
    around('canonicalDocument', element('section', record.text)),
    metaData(record),
    links(record, plan),
    element('headings', record.headings.map(({ text }) => text).join('; ')),
    element('Rsummary', summaryIn(record.analysis?.summary)),
    properties(record),
    topics(record, (terms) => terms),
  ];
  return around('documentRecord', inner.join(''), attribute('id', md5));
}

const summaryIn = (found: unknown): string | undefined => (typeof found === 'string' ? found : undefined);

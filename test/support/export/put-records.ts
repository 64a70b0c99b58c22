import { hash } from 'node:crypto';
import { batchName } from '../../../lib/domain/collection/changes-name.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { fetchedDocument } from '../put-document.ts';

/** A page as a turn would store it. */
export interface PutPage {
  readonly url: string;
  readonly md5: string;
  readonly record: { readonly title: string };
  readonly body: Uint8Array;
}

/** Stores the pages of one turn with their documents, where a turn would have. */
export async function putRecords(
  { changes, documents, records }: Pick<Ports, 'changes' | 'documents' | 'records'>,
  { job, turn }: { readonly job: string; readonly turn: number },
  pages: readonly PutPage[],
): Promise<void> {
  const object = batchName(1_700_000_000_000 + turn, String(turn).padStart(12, '0'));
  const encoded = pages.map(({ md5, url, body }) =>
    documents.encode(fetchedDocument({ md5: md5 as never, body }, url)),
  );
  const names = await documents.put(job, await Promise.all(encoded));
  const lines: string[] = [];
  for (const [ordinal, { record, md5, url, body }] of pages.entries()) {
    const change = { host: 'a.example', turn, ordinal, object };
    const document = names[ordinal] as string;
    const draft = { md5: md5 as never, title: record.title, mediaType: 'text/html', bytes: body.length };
    await records.add(
      job,
      { ...draft, change, document, targets: '' },
      { url: url as never, at: 1, depth: 1 },
    );
    const head = { v: 2, job, ...change, change: 'created', md5, revision: 1, at: 1 };
    lines.push(JSON.stringify({ ...head, url, document, record }));
  }
  await changes.put(job, object, lines);
}

/** Short pages of a turn about wrens. */
export function pagesOf(turn: number, count = 2): readonly PutPage[] {
  return Array.from({ length: count }, (_, at) => {
    const url = `https://a.example/${at}-${turn}`;
    const md5 = hash('md5', url);
    const response = { status: 200, contentType: 'text/html', fetchedAt: 1, bytes: 9, truncated: false };
    const record = {
      ...{ md5, title: 'Wren', mediaType: 'text/html', charset: 'utf-8', metadata: {}, headings: [] },
      ...{ text: `wren ${turn}`, links: [], finalUrl: url, urls: [url], depth: 0, response },
      ...{ firstSeen: 1, lastChecked: 1, lastChanged: 1 },
    };
    return { url, md5, record, body: Buffer.from(`<p>wren ${turn}`) };
  });
}

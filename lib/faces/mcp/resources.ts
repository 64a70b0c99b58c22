import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { clip } from '../../base/printable.ts';
import { type AnswerOf, order } from '../../operations/order.ts';
import type { Workplace } from '../../pipeline/operation/place.ts';
import { bounded, mostMessage, untrusted } from './answer.ts';
import { RpcError } from './json-rpc.ts';

type RecordView = AnswerOf<'record'>;
type Listed = AnswerOf<'records'>['records'][number];

const markdownType = 'text/markdown';
/** Characters of Markdown that are read at once, and records that are listed at once. */
const [mostMarkdown, listedAtOnce] = [40_000, 50];
const asker = { by: 'mcp', reason: '' };

export const resourceTemplates = [
  {
    uriTemplate: 'winnow://{job}/records/{md5}',
    name: 'record',
    description: 'All that is stored of a page, long texts and lists clipped.',
    mimeType: 'application/json',
  },
  {
    uriTemplate: 'winnow://{job}/records/{md5}/markdown{?from}',
    name: 'markdown',
    description: `The page as Markdown, ${mostMarkdown} characters from the character \`from\` on.`,
    mimeType: markdownType,
  },
] as const;

/** Where a page came from, and when. */
export function provenanceOf({ entry, urls, record }: RecordView) {
  const { finalUrl = urls[0], response } = record ?? {};
  const fetched = response && new Date(response.fetchedAt).toISOString();
  const found = defined({ url: finalUrl, fetched, status: response?.status });
  return { md5: entry.md5, outcome: 'stored', ...found };
}

/** The Markdown of a record as a resource, to list or to link to. */
export function markdownLink(job: string, { md5, title, url }: Pick<Listed, 'md5' | 'title' | 'url'>) {
  const name = (title || url || md5).slice(0, 200).toWellFormed();
  const uri = `winnow://${job}/records/${md5}/markdown`;
  return { uri, name, mimeType: markdownType, ...defined({ description: url?.slice(0, 2_000) }) };
}

/** Records of a job, and their Markdown. @throws RpcError */
export async function listResources(
  place: Workplace,
  job: string | undefined,
  cursor?: unknown,
): Promise<object> {
  if (job === undefined) return { resources: [] };
  const asked = { job, limit: listedAtOnce, ...defined({ cursor }) };
  const page = await asRpc(order('records', place, asked, asker));
  const resources = page.records.flatMap((one) => {
    const link = markdownLink(job, one);
    return [{ ...link, uri: link.uri.replace(/\/markdown$/, ''), mimeType: 'application/json' }, link];
  });
  return { resources, ...defined({ nextCursor: page.cursor }) };
}

const known =
  /^winnow:\/\/([a-z0-9][a-z0-9-]{0,39})\/records\/([0-9a-f]{32})(\/markdown(?:\?from=(\d{1,9}))?)?$/;

/** @throws RpcError `notFound` for a resource that is none */
export async function readResource(place: Workplace, uri: unknown): Promise<object> {
  const [, job, md5, isMarkdown, from = '0'] = known.exec(String(uri)) ?? [];
  if (job === undefined)
    throw new RpcError('notFound', 'no such resource: resources/templates/list has their names');
  const view = await asRpc(order('record', place, { job, record: md5 }, asker));
  const text = isMarkdown
    ? markdownPage(view, `winnow://${job}/records/${md5}/markdown`, Number(from), place.ports.entropy.id())
    : JSON.stringify({ provenance: provenanceOf(view), untrusted, ...bounded(view, false) });
  return { contents: [{ uri, mimeType: isMarkdown ? markdownType : 'application/json', text }] };
}

/** @param end a line that the page cannot know */
function markdownPage(view: RecordView, uri: string, from: number, end: string): string {
  const { main, markdown = main?.markdown, text = '', title = '' } = view.record ?? {};
  const whole = main?.markdown || markdown || main?.text || text;
  const most = from + mostMarkdown;
  // Both halves of a character are on the next page.
  const to = Math.min(whole.length, /[\ud800-\udbff]/.test(whole.charAt(most - 1)) ? most - 1 : most);
  const head = {
    ...{ title, ...provenanceOf(view) },
    form: markdown ? 'Markdown' : 'plain text: the job keeps no Markdown (content.markdown)',
    untrusted: `${untrusted} They end at the line ${end}.`,
    ...(to < whole.length && {
      cut: `characters ${from} to ${to} of ${whole.length}; the next: ${uri}?from=${to}`,
    }),
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return ['---', ...lines, '---', '', whole.slice(from, to), '', end, ''].join('\n');
}

/** An answer, with what is wrong in it as MCP has it. */
async function asRpc<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof WinnowError) || error.code === 'internal') throw error;
    throw new RpcError(error.code === 'not-found' ? 'notFound' : 'params', clip(error.message, mostMessage));
  }
}

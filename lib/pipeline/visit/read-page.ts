import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { headerLinks } from '../../documents/types.ts';
import type { ReadRequest } from '../../domain/reading/page.ts';
import type { WrittenPage } from '../../domain/reading/written-content.ts';
import { scoresLinks } from '../links/link-prior.ts';
import type { PutOff } from '../politeness/host-session.ts';
import { topicToRead } from '../topic/topic-model.ts';
import { smallBytes } from '../turn/page-room.ts';
import { equipmentOf } from '../turn/part.ts';
import { endPage } from './end-visit.ts';
import type { PageVisit, ReadVisit, VisitEnd } from './steps.ts';

/** If a page cannot be read yet, it is fetched again after this time. */
const putOffMs = 10_000;

/** Reads a page: its text, links and language, and what plug-ins and the topic say about it. */
export async function readPage(visit: PageVisit): Promise<ReadVisit | VisitEnd> {
  const read = await readInTime(visit);
  if (read.kind === 'put-off') return { end: read };
  const failed = 'failedPlugins' in read ? defined({ failedPlugins: read.failedPlugins }) : {};
  const withFailures = { ...visit, ...failed };
  switch (read.kind) {
    case 'unsupported':
      return endPage(withFailures, read);
    case 'undecided':
      return endPage(withFailures, { kind: 'failed', reason: 'plugin', detail: read.detail });
    case 'unreadable':
      return endPage(withFailures, { kind: 'failed', reason: 'unreadable', detail: read.detail });
    case 'page': {
      const { room } = visit.turn;
      const { rest, links } = read.content;
      return {
        ...withFailures,
        content: { ...read.content, rest: room.keep(rest), links: room.keep(links) },
      };
    }
  }
}

type TopicToRead = Awaited<ReturnType<typeof topicToRead>>;

function requestFor(visit: PageVisit, topic: TopicToRead): ReadRequest {
  const { work, settings, response, readings } = visit;
  return {
    url: work.url,
    ...bodyOf(visit),
    ...headerLinks(response),
    ...defined({ analysers: settings.analysers }),
    urlSettings: settings.url,
    links: settings.links,
    ...topic,
    ...equipmentOf(visit.turn.parts),
    scoreLinks: scoresLinks(settings),
    extract: settings.extract,
    content: settings.content,
    convert: settings.convert,
    analysis: settings.analysis,
    ...defined({ address: response.address }),
    product: settings.identity.product,
    sketch: readings.has('sketch'),
    contentBlocks: readings.has('content-blocks'),
  };
}

const convertedType = 'text/html; charset=utf-8';

function bodyOf({
  body,
  response,
  converted,
}: PageVisit): Pick<ReadRequest, 'body' | 'contentType' | 'document'> {
  if (converted === undefined) return { body: body.body, contentType: response.contentType };
  const { html, ...document } = converted;
  return { body: Buffer.from(html), contentType: convertedType, document };
}

/** Reads a page when memory and a thread are free. If they are not free in time, puts the page off: that is not its fault. */
async function readInTime(visit: PageVisit): Promise<WrittenPage | PutOff> {
  const { ports, room, limits } = visit.turn;
  const { topic } = visit.settings;
  const request = requestFor(visit, topic === undefined ? {} : await topicToRead(ports.models, topic));
  const putOff = (): PutOff => ({ kind: 'put-off', until: ports.clock.now() + putOffMs });
  const { length } = request.body;
  // What is left then is for the commit.
  const leftMs = Math.max(0, limits.endBefore - ports.clock.monotonic());
  if (length > smallBytes && !(await room.enter(length, leftMs))) return putOff();
  try {
    return await ports.reader.read(request);
  } catch (error) {
    if (error instanceof WinnowError && error.code === 'unavailable') return putOff();
    throw error;
  }
}

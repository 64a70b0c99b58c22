import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { settlesMs } from '../../../lib/capabilities/export/datestamps.ts';
import { type RestOptions, serveRest } from '../../../lib/faces/rest.ts';
import { openWorkers } from '../../../lib/faces/served.ts';
import { openTokens } from '../../../lib/faces/tokens.ts';
import type { Clock } from '../../../lib/ports/clock.ts';
import type { SmallCrawl } from '../../pipeline/small-crawl.ts';
import { placeOf } from '../export/exported.ts';
import { elementsOf, parseXml, type XmlNode, xmlTextOf } from '../export/xml.ts';
import { type Reply, type Sent, send } from '../rest/kept-server.ts';
import { checkOai } from './oai-schema.ts';
import { faultsOf, hasLxml } from './validate.ts';

export interface OaiServer {
  readonly port: number;
  readonly token: string;
  readonly faults: readonly unknown[];
  ask(query: string, sent?: Sent): Promise<Reply>;
  close(): Promise<void>;
}

/** Serves the records of a crawl to harvesters, who come when all that was put is told of. */
export async function serveOai(
  crawl: Pick<SmallCrawl, 'ports'>,
  {
    oai = ['birds'],
    limits = {},
    monotonic = () => performance.now(),
    now = () => Date.now() + settlesMs,
  }: Pick<RestOptions, 'oai' | 'limits'> & Partial<Pick<Clock, 'monotonic' | 'now'>> = {},
): Promise<OaiServer> {
  const { ports, ...place } = placeOf(crawl);
  const clock = {
    ...{ now, monotonic },
    sleep: async (ms: number) => await setTimeout(ms),
  };
  const tokens = openTokens(join(mkdtempSync(join(tmpdir(), 'winnow-oai-')), 'tokens.json'));
  const faults: unknown[] = [];
  const served = {
    place: { ...place, ports: { ...ports, clock } },
    workers: openWorkers(() => Promise.reject(new Error('nothing is at work'))),
    onFault: (error: unknown) => void faults.push(error),
  };
  const token = tokens.add({ name: 'ann', scope: 'view' });
  const usual = { perSecond: 1e6, atOnce: 1e6 };
  const options = { host: '127.0.0.1', port: 0, oai, limits: { ...usual, ...limits } };
  const server = await serveRest({ ...served, tokens, job: 'birds' }, options);
  const answers: string[] = [];
  return {
    ...{ port: server.port, token, faults },
    async ask(query, sent) {
      const reply = await send(server.port, `/oai/birds${query}`, sent);
      if (reply.status === 200 && reply.headers['content-encoding'] === undefined) answers.push(reply.text);
      return reply;
    },
    async close() {
      await server.close();
      // Whatever was asked, its answer is as the schemas want it.
      for (const [at, found] of (hasLxml ? faultsOf(answers) : []).entries())
        if (found.length > 0) throw new Error(`${found.join('\n')}\n${answers[at]?.slice(0, 2_000)}`);
    },
  };
}

/** What a harvester keeps of a record. */
export interface Harvested {
  readonly identifier: string;
  readonly datestamp: string;
  readonly sets: readonly string[];
  readonly isDeleted: boolean;
  readonly metadata?: XmlNode;
}

/** The document of an answer, which is as the schema of the protocol wants it. */
export async function asked(server: OaiServer, query: string): Promise<XmlNode> {
  const { status, text } = await server.ask(query);
  if (status !== 200) throw new Error(`${status}: ${text}`);
  const document = parseXml(text);
  checkOai(document);
  return document;
}

/** The code of the error that an answer has. */
export async function errorOf(server: OaiServer, query: string): Promise<string | undefined> {
  return elementsOf(await asked(server, query), 'error')[0]?.attributes.code;
}

export function itemsIn(document: XmlNode): readonly Harvested[] {
  const records = elementsOf(document, 'record');
  const headers = records.length > 0 ? records : elementsOf(document, 'header');
  return headers.map((node) => {
    const header = node.name === 'header' ? node : (elementsOf(node, 'header')[0] as XmlNode);
    const [metadata] = elementsOf(node, 'metadata');
    const textOf = (name: string) => elementsOf(header, name).map(xmlTextOf);
    return {
      identifier: textOf('identifier')[0] ?? '',
      datestamp: textOf('datestamp')[0] ?? '',
      sets: textOf('setSpec'),
      isDeleted: header.attributes.status === 'deleted',
      ...(metadata && { metadata }),
    };
  });
}

export interface Page {
  readonly items: readonly Harvested[];
  readonly token: string;
  readonly responseDate: string;
}

export async function pageOf(server: OaiServer, query: string): Promise<Page> {
  const document = await asked(server, query);
  const [token] = elementsOf(document, 'resumptionToken').map(xmlTextOf);
  const [responseDate = ''] = elementsOf(document, 'responseDate').map(xmlTextOf);
  return { items: itemsIn(document), token: token ?? '', responseDate };
}

/** All pages of a list. @param between happens after each page but the last, and may give another server */
export async function harvested(
  server: OaiServer,
  query: string,
  between: () => Promise<OaiServer | undefined> | undefined = () => undefined,
): Promise<{ readonly items: readonly Harvested[]; readonly responseDate: string; readonly pages: number }> {
  const [, verb = ''] = /verb=(\w+)/.exec(query) ?? [];
  let at = server;
  let page = await pageOf(at, query);
  const { responseDate } = page;
  const items = [...page.items];
  let pages = 1;
  while (page.token !== '') {
    at = (await between()) ?? at;
    page = await pageOf(at, `?verb=${verb}&resumptionToken=${encodeURIComponent(page.token)}`);
    items.push(...page.items);
    pages += 1;
  }
  return { items, responseDate, pages };
}

import { defined } from '../base/defined.ts';
import { dataOf } from '../operations/ask.ts';
import {
  type ListPage,
  type Repository,
  type RepositoryItem,
  repository,
  repositoryList,
  repositoryRecord,
} from '../operations/repository.ts';
import { includes } from '../operations/ways.ts';
import type { Operation } from '../pipeline/operation/operation.ts';
import { type Arguments, OaiProblem, readArguments, readDates, type VerbName } from './oai-pmh/arguments.ts';
import {
  documentOf,
  errorElement,
  identify,
  md5In,
  metadataFormats,
  type OaiRequest,
  recordElement,
  recordList,
  resumptionElement,
  setList,
  xmlResponse,
} from './oai-pmh/response.ts';
import { type Resumption, readToken, writeToken } from './oai-pmh/resumption-token.ts';
import type { Caller, OtherRoutes } from './rest/app.ts';
import { Refused } from './rest/problem.ts';
import { askServed, type Served } from './served.ts';

const pathOfAll = '/oai/';

/** Items of a page; of metadata less fits. */
const pageItems = 100;
const pageHeaders = 500;
const pageSets = 1_000;
/** Requests that are answered at the same time: others have the rest of the server. */
const mostAtOnce = 8;

export interface OaiRoutes extends OtherRoutes {
  /** Who asks without a token, where everybody may; undefined: nobody may there. */
  everybody(head: Request): Caller | undefined;
}

/** A request as the verbs see it. */
interface Asking {
  readonly job: string;
  readonly verb: VerbName;
  readonly args: Arguments;
  readonly at: number;
  readonly baseUrl: string;
  ask<T>(operation: Operation, input?: object): Promise<T>;
}

/** What an answer is: an element, or the token of a page that is further on. */
type Answered = string | { readonly further: string };

/** OAI-PMH 2.0: each job is a repository, at `/oai/JOB`. @param open jobs that everybody may harvest */
export function openOaiPmh(served: Served, open: ReadonlySet<string>): OaiRoutes {
  let running = 0;

  async function respond(
    { headers, signal }: Request,
    { by, job, given }: { readonly by: string; readonly job: string; readonly given: URLSearchParams },
  ): Promise<Response> {
    const at = Math.floor(served.place.ports.clock.now() / 1_000);
    const scheme = headers.get('x-forwarded-proto') === 'https' ? 'https' : 'http';
    const baseUrl = `${scheme}://${headers.get('host')}${pathOfAll}${job}`;
    const ask = async <T>(operation: Operation, input: object = {}): Promise<T> => {
      const named = { name: 'oai-pmh', operation };
      return dataOf(await askServed(named, { job, ...input }, { by, signal }, served)) as T;
    };
    // What is no repository has no answer of one.
    await served.place.job(job);
    let asked: OaiRequest = { baseUrl, at };
    const accepts = headers.get('accept-encoding');
    try {
      const { verb, args } = readArguments(given);
      const dates = readDates(args);
      asked = { ...asked, verb, args };
      const inner = await answers[verb]({ job, verb, args, at, baseUrl, ask }, dates);
      if (typeof inner === 'string') return await xmlResponse(documentOf(asked, inner), accepts);
      const query = new URLSearchParams({ verb, resumptionToken: inner.further });
      return new Response(null, { status: 302, headers: { location: `${baseUrl}?${query}` } });
    } catch (error) {
      if (!(error instanceof OaiProblem)) throw error;
      return await xmlResponse(documentOf(asked, errorElement(error)), accepts);
    }
  }

  return {
    path: `${pathOfAll}*`,
    everybody(head) {
      const job = jobIn(head);
      return job !== undefined && open.has(job) ? { by: 'everybody', scope: 'view' } : undefined;
    },
    async answer(head, body, asker) {
      if (!includes(asker.scope, 'view')) throw new Refused(403, 'it needs the scope view');
      const job = jobIn(head);
      if (job === undefined) throw new Refused(404, 'a repository is at /oai/JOB');
      // Who sends slowly takes the place of nobody.
      const given = await argumentsIn(head, body);
      if (running >= mostAtOnce)
        throw new Refused(503, `at most ${mostAtOnce} harvesters are answered at once`, {
          'retry-after': '2',
        });
      running++;
      try {
        return await respond(head, { by: asker.by, job, given });
      } finally {
        running--;
      }
    },
  };
}

/** Whether an address is one of harvesters, which may give a token as the password of basic authentication. */
export function takesBasic(url: string): boolean {
  return new URL(url).pathname.startsWith(pathOfAll);
}

function jobIn({ url }: Request): string | undefined {
  return /^\/oai\/([a-z0-9][a-z0-9-]{0,39})$/.exec(new URL(url).pathname)?.[1];
}

/** @throws Refused for what is neither in the address nor a form */
async function argumentsIn(
  { method, url, headers }: Request,
  body: () => Promise<string>,
): Promise<URLSearchParams> {
  const query = new URL(url).searchParams;
  if (method === 'GET' || method === 'HEAD') return query;
  if (method !== 'POST')
    throw new Refused(405, 'OAI-PMH is asked for with GET or POST', { allow: 'GET, POST' });
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(headers.get('content-type') ?? ''))
    throw new Refused(415, 'a body must be a form: `content-type: application/x-www-form-urlencoded`');
  return new URLSearchParams([...query, ...new URLSearchParams(await body())]);
}

type Dates = ReturnType<typeof readDates>;

const answers: Readonly<Record<VerbName, (asking: Asking, dates: Dates) => Promise<Answered>>> = {
  async Identify({ ask, baseUrl, at }) {
    return identify(await ask<Repository>(repository), baseUrl, at);
  },
  async ListMetadataFormats({ job, args, ask }) {
    if (args.identifier !== undefined) await recordNamed(job, args.identifier, ask);
    return metadataFormats(await ask<Repository>(repository));
  },
  async ListSets({ job, verb, args, ask }) {
    const { count } = resumed(job, verb, args) ?? { count: 0 };
    const { sets } = await ask<Repository>(repository);
    if (sets === undefined) throw new OaiProblem('noSetHierarchy', 'the job has no topic');
    const some = sets.slice(count, count + pageSets);
    if (count > 0 && some.length === 0) throw endedMeanwhile();
    const end = count + some.length;
    const token = end < sets.length ? writeToken(job, verb, { count: end }) : undefined;
    return setList(some, token === undefined && count === 0 ? '' : resumptionElement(token, count));
  },
  async GetRecord({ job, args, ask }) {
    const prefix = await prefixNamed(args.metadataPrefix ?? '', ask);
    const found = await recordNamed(job, args.identifier ?? '', ask, prefix);
    return `<GetRecord>\n${recordElement(job, found)}</GetRecord>\n`;
  },
  ListIdentifiers: (asking, dates) => list('ListIdentifiers', asking, dates),
  ListRecords: (asking, dates) => list('ListRecords', asking, dates),
};

async function list(
  verb: 'ListRecords' | 'ListIdentifiers',
  { job, args, ask }: Asking,
  dates: Dates,
): Promise<Answered> {
  const before = resumed(job, verb, args);
  const first = { count: 0, ...dates, ...defined({ prefix: args.metadataPrefix, set: args.set }) };
  const { count, place, ...query }: Resumption = before ?? first;
  const prefix = await prefixNamed(query.prefix ?? '', ask);
  if (query.set !== undefined) await checkSet(query.set, before !== undefined, ask);
  const isWhole = verb === 'ListRecords';
  const { prefix: _, ...selected } = query;
  const page = await ask<ListPage>(repositoryList, {
    ...selected,
    ...defined({ place, prefix: isWhole ? prefix : undefined }),
    limit: isWhole ? pageItems : pageHeaders,
  });
  const end = count + page.items.length;
  const token = page.next && writeToken(job, verb, { ...query, count: end, place: page.next });
  if (page.items.length > 0)
    return recordList(
      job,
      verb,
      page,
      token === undefined && count === 0 ? '' : resumptionElement(token, count),
    );
  if (token !== undefined) return { further: token };
  if (count > 0) throw endedMeanwhile();
  throw new OaiProblem('noRecordsMatch', 'nothing of that changed then');
}

function resumed(job: string, verb: VerbName, { resumptionToken }: Arguments): Resumption | undefined {
  return resumptionToken === undefined ? undefined : readToken(job, verb, resumptionToken);
}

const endedMeanwhile = () =>
  new OaiProblem('badResumptionToken', 'what it leads to is no more: begin the list anew');

/** @throws OaiProblem `cannotDisseminateFormat` */
async function prefixNamed(prefix: string, ask: Asking['ask']): Promise<string> {
  const { formats } = await ask<Repository>(repository);
  if (formats.some((one) => one.prefix === prefix)) return prefix;
  throw new OaiProblem(
    'cannotDisseminateFormat',
    `metadataPrefix: there are ${formats.map((one) => one.prefix).join(', ')}`,
  );
}

/** @throws OaiProblem `noSetHierarchy`, `noRecordsMatch`, `badResumptionToken` */
async function checkSet(set: string, isResumed: boolean, ask: Asking['ask']): Promise<void> {
  const { sets } = await ask<Repository>(repository);
  if (sets?.some(({ spec }) => spec === set)) return;
  if (isResumed) throw endedMeanwhile();
  if (sets === undefined) throw new OaiProblem('noSetHierarchy', 'the job has no topic');
  throw new OaiProblem('noRecordsMatch', `set: there is none ${set}`);
}

/** @throws OaiProblem `idDoesNotExist` */
async function recordNamed(
  job: string,
  identifier: string,
  ask: Asking['ask'],
  prefix?: string,
): Promise<RepositoryItem> {
  const md5 = md5In(job, identifier);
  const found =
    md5 && (await ask<RepositoryItem | undefined>(repositoryRecord, { md5, ...defined({ prefix }) }));
  if (found) return found;
  throw new OaiProblem('idDoesNotExist', 'there was never such a record');
}

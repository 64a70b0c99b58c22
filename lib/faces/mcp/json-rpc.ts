import * as z from 'zod/mini';
import { jsonLine } from '../../base/json-line.ts';

export type Params = Readonly<Record<string, unknown>>;

/** Answers a request. @throws RpcError */
type Method = (params: Params, signal: AbortSignal) => object | Promise<object>;
export type Methods = Readonly<Record<string, Method>>;

const codes = {
  parse: -32_700,
  request: -32_600,
  method: -32_601,
  params: -32_602,
  internal: -32_603,
  busy: -32_000,
  notFound: -32_002,
} as const;

/** What a request is answered with in place of a result. */
export class RpcError extends Error {
  readonly code: number;

  constructor(kind: keyof typeof codes, message: string) {
    super(message);
    this.name = 'RpcError';
    this.code = codes[kind];
  }
}

interface Peer {
  readonly methods: Methods;
  write(line: string): void;
  /** Hears of errors that are ours. */
  onFault(error: unknown): void;
}

/** Characters of a line, and requests that are answered at once. */
const [mostInLine, mostAtOnce] = [1_048_576, 32];

const requests = z.object({
  jsonrpc: z.literal('2.0'),
  /** Absent: it is a notification, and has no answer. */
  id: z.optional(z.union([z.string(), z.int()])),
  /** Absent: it is an answer, and nothing was asked. */
  method: z.optional(z.string()),
  params: z.optional(z.record(z.string(), z.unknown())),
});
type Request = z.output<typeof requests>;
type Id = Request['id'];

/** What one message is answered with, and whether it could be read; undefined: it is a notification, or an answer. */
interface Answered {
  readonly text: string;
  readonly isRead: boolean;
}

/** Answers one message of JSON-RPC 2.0. */
export async function answerMessage(
  text: string,
  peer: Omit<Peer, 'write'>,
  signal: AbortSignal,
): Promise<Answered | undefined> {
  const request = readRequest(text);
  if (request instanceof RpcError)
    return { text: messageOf(null, { error: told(request, peer) }), isRead: false };
  const { id, method, params = {} } = request;
  if (id === undefined || method === undefined) return undefined;
  const body = await resultOf({ method, params }, signal, peer);
  return { text: messageOf(id, body), isRead: true };
}

/** Answers requests of JSON-RPC 2.0, a line each, until no more come. */
export async function answerLines(input: AsyncIterable<string>, peer: Peer): Promise<void> {
  const running = new Map<Id, AbortController>();
  const answers = new Set<Promise<void>>();
  for await (const line of linesOf(input)) {
    const request = readRequest(line);
    if (request instanceof RpcError) send(peer, null, { error: told(request, peer) });
    else if (request.method === 'notifications/cancelled')
      running.get(request.params?.requestId as Id)?.abort();
    else if (request.id !== undefined && request.method !== undefined) {
      const answer = answerOne(request, running, peer);
      answers.add(answer);
      void answer.then(() => answers.delete(answer));
    }
  }
  await Promise.all(answers);
}

async function answerOne(
  { id, method = '', params = {} }: Request,
  running: Map<Id, AbortController>,
  peer: Peer,
): Promise<void> {
  const mine = new AbortController();
  try {
    if (running.has(id)) throw new RpcError('request', 'another request of this id is not answered yet');
    if (running.size >= mostAtOnce) throw new RpcError('busy', 'too many others are answered');
    running.set(id, mine);
    const body = await resultOf({ method, params }, mine.signal, peer);
    if (!mine.signal.aborted) send(peer, id, body);
  } catch (error) {
    send(peer, id, { error: told(error, peer) });
  } finally {
    if (running.get(id) === mine) running.delete(id);
  }
}

/** The result of a request, or what is told of its error. */
async function resultOf(
  { method, params }: { readonly method: string; readonly params: Params },
  signal: AbortSignal,
  peer: Omit<Peer, 'write'>,
): Promise<object> {
  try {
    const run = Object.hasOwn(peer.methods, method) ? peer.methods[method] : undefined;
    if (run === undefined) throw new RpcError('method', 'there is no such method');
    return { result: await run(params, signal) };
  } catch (error) {
    return signal.aborted ? {} : { error: told(error, peer) };
  }
}

/** An error that is about no request. */
export function errorMessage({ code, message }: RpcError): string {
  return messageOf(null, { error: { code, message } });
}

function send(peer: Peer, id: Id | null, body: object): void {
  peer.write(messageOf(id, body));
}

function messageOf(id: Id | null, body: object): string {
  return `${jsonLine(JSON.stringify({ jsonrpc: '2.0', id, ...body }))}\n`;
}

/** Nothing is told of an error that is ours: its words may come from anywhere. */
function told(error: unknown, { onFault }: Pick<Peer, 'onFault'>): object {
  if (error instanceof RpcError) return { code: error.code, message: error.message };
  onFault(error);
  return { code: codes.internal, message: 'something is wrong in Winnow itself' };
}

/** @param line absent: it is too long */
function readRequest(line: string | undefined): Request | RpcError {
  if (line === undefined) return new RpcError('request', `a line may have ${mostInLine} characters`);
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch {
    return new RpcError('parse', 'the line is no JSON');
  }
  const parsed = z.safeParse(requests, read);
  return parsed.success ? parsed.data : new RpcError('request', 'the line is no request of JSON-RPC 2.0');
}

/** Lines that are not empty, in a memory that does not grow; undefined for one that is too long. */
async function* linesOf(input: AsyncIterable<string>): AsyncGenerator<string | undefined> {
  let begun = '';
  let isTooLong = false;
  for await (const chunk of input) {
    const [end = '', ...more] = chunk.split('\n');
    for (const [at, part] of [end, ...more].entries()) {
      if (at > 0) {
        if (isTooLong) yield undefined;
        else if (begun.trim() !== '') yield begun;
        begun = '';
        isTooLong = false;
      }
      isTooLong ||= begun.length + part.length > mostInLine;
      begun = isTooLong ? '' : begun + part;
    }
  }
  if (begun.trim() !== '') yield begun;
}

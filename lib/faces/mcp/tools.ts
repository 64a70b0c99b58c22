import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { clip } from '../../base/printable.ts';
import { dataOf, viewOf } from '../../operations/ask.ts';
import { loadOperation, type OperationEntry } from '../../operations/everywhere.ts';
import { exitOf } from '../../operations/exit-code.ts';
import { operations } from '../../operations/operations.ts';
import type { AnswerOf } from '../../operations/order.ts';
import { includes, isBeyond, type OperationScope, type Way, waysOf } from '../../operations/ways.ts';
import { checked, field, jobName, jobOrAll, pageFields, whole } from '../../pipeline/operation/input.ts';
import type { Made } from '../../pipeline/operation/made.ts';
import type { InputFields, NamedOperation } from '../../pipeline/operation/operation.ts';
import { schemaOfFields } from '../base/schema.ts';
import { askServed, type Client, isDryRun, type Served } from '../served.ts';
import {
  begunFiles,
  bounded,
  mostMessage,
  mostRows,
  textBlock,
  textOf,
  untrusted,
  usualRows,
} from './answer.ts';
import { firstRows } from './first-rows.ts';
import { type Params, RpcError } from './json-rpc.ts';
import { madeAnswer } from './made.ts';
import { markdownLink, provenanceOf } from './resources.ts';

const listed: Readonly<Record<string, OperationEntry>> = operations;

export interface Tools extends Served {
  /** The job that is meant where none is named; absent: one must be. */
  readonly job?: string | undefined;
  /** What may be asked for. */
  readonly scope: OperationScope;
}

interface Tool {
  readonly named: NamedOperation;
  readonly way: Way;
  /** What it takes, with the job. */
  readonly fields: InputFields;
}

/** The operation of a name as a tool; undefined: there is none, or none in this scope. */
async function loadTool({ scope, job }: Tools, name: string): Promise<Tool | undefined> {
  const named = await loadOperation(listed, name);
  const ways = named === undefined ? [] : waysOf(named.operation);
  const way = ways.findLast((one) => includes(scope, one.scope));
  if (named === undefined || way === undefined) return undefined;
  const { about, isStream, makes, fixed } = named.operation;
  const isLong = isStream && makes === undefined;
  const says = `the name of a job${about === 'jobs' ? ', or * for all' : ''}`;
  const jobText = about === 'jobs' ? jobOrAll() : jobName();
  const jobField = field(job === undefined ? jobText : z._default(jobText, job), { says });
  const { limit, cursor } = isLong ? pageFields('rows') : way.fields;
  const rows =
    limit && cursor && field(z._default(whole(1, mostRows), usualRows), { says: 'how many come at once' });
  const fields = {
    ...(about === 'installation' ? {} : { job: jobField }),
    ...way.fields,
    ...defined({ limit: rows ?? limit }),
    ...(isLong && fixed !== undefined && defined({ cursor })),
  };
  return { named, way, fields };
}

/** The tools, as a client lists them. */
export async function listTools(tools: Tools): Promise<object> {
  const all = await Promise.all(Object.keys(listed).map((name) => loadTool(tools, name)));
  return { tools: all.filter((one) => one !== undefined).map(describe) };
}

function describe({ named: { name, operation }, way, fields }: Tool): object {
  const { summary = '' } = listed[name] ?? {};
  const destroys = !way.isReading && operation.effect === 'destroys';
  const warning = destroys ? ' It cannot be undone: without `confirmed` it only says what it would do.' : '';
  return {
    name,
    description: `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.${warning}`,
    inputSchema: schemaOfFields(fields),
    annotations: { readOnlyHint: way.isReading, destructiveHint: destroys },
  };
}

const calls = z.object({ name: z.string(), arguments: z._default(z.record(z.string(), z.unknown()), {}) });

/** Calls a tool. @throws RpcError for one that is none */
export async function callTool(params: Params, client: Client, tools: Tools): Promise<object> {
  const call = z.safeParse(calls, params);
  const tool = call.success ? await loadTool(tools, call.data.name) : undefined;
  if (!call.success || tool === undefined)
    throw new RpcError('params', 'there is no such tool: tools/list has all of this scope');
  try {
    return await answerTool(tool, call.data.arguments, client, tools);
  } catch (error) {
    if (!(error instanceof WinnowError) || error.code === 'internal') throw error;
    const { code } = error;
    const message = clip(error.message, mostMessage);
    return {
      isError: true,
      content: [textBlock(`${code}: ${message}`)],
      structuredContent: { error: { code, exit: exitOf(code), message } },
    };
  }
}

async function answerTool(tool: Tool, given: Params, client: Client, tools: Tools): Promise<object> {
  const { named, way, fields } = tool;
  const { name, operation } = named;
  const input = checked(name, fields, given);
  const { job, limit } = input;
  if (isBeyond(way, operation, input))
    throw new WinnowError('usage', `${name}: what changes something needs \`--scope operate\``);
  const { isStream, makes } = operation;
  if (isStream && makes === undefined && !operation.changes?.(input))
    return await firstRows(named, input, client, tools);
  const raw: Params = { ...defined({ job, limit: isStream ? undefined : limit }), ...given };
  const { put, files } = begunFiles();
  const asker = operation.files?.isRequired ? { ...client, put } : client;
  const answer = await askServed(named, raw, asker, tools);
  const data = dataOf(answer);
  if (makes !== undefined)
    return await madeAnswer(data as AsyncIterable<Made>, makes(input as never), String(raw.job));
  const isDry = isDryRun(named, raw);
  const now = tools.place.ports.clock.now();
  const view = viewOf(operation, answer, { input, now, dryRun: isDry, order: String, isOnStack: false });
  const records = name === 'records' ? (data as AnswerOf<'records'>).records : [];
  const links = records.map((one) => ({ type: 'resource_link', ...markdownLink(String(raw.job), one) }));
  const { cut, ...rest } = bounded(data, fields.cursor !== undefined);
  return {
    content: [textBlock(`${untrusted}\n\n${textOf(view)}`), ...links],
    structuredContent: {
      ...(isDry && !way.isReading && { dryRun: true }),
      ...(name === 'record' && { provenance: provenanceOf(data as AnswerOf<'record'>) }),
      ...{ ...rest, untrusted },
      ...(cut.length > 0 && { cut }),
      ...(files.length > 0 && { files }),
    },
  };
}

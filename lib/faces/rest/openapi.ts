import * as z from 'zod/mini';
import { version } from '../../base/version.ts';
import { loadOperation, type OperationEntry } from '../../operations/everywhere.ts';
import { type Leaf, leavesOf } from '../../operations/leaves.ts';
import { jobName, jobOrAll } from '../../pipeline/operation/input.ts';
import type { Operation } from '../../pipeline/operation/operation.ts';
import { schemaOf, schemaOfFields } from '../base/schema.ts';
import { type AnswerType, answerTypes, bytesType, htmlType } from './answer.ts';
import { problemFields } from './problem.ts';
import { comesByPages, filesFormat, formatName, formatsOf, type Route, routesOf } from './request.ts';

type Entries = Readonly<Record<string, OperationEntry>>;

/** How a client says who it is, as OpenAPI describes it. */
export type SecurityScheme = Readonly<Record<'type' | 'description', string>> &
  Readonly<Record<string, string>>;

interface Offered {
  readonly entries: Entries;
  readonly types: readonly AnswerType[];
  readonly security: SecurityScheme;
}

/** The description of all routes (OpenAPI 3.1), made of the operations. */
export async function openApi({ entries: operations, types, security }: Offered): Promise<object> {
  const { answers, components } = (await import('./answer-schemas.ts')).answerSchemas;
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, { group, summary }] of Object.entries(operations)) {
    const named = await loadOperation(operations, name);
    const routes = named === undefined ? [] : routesOf(named, types);
    for (const route of routes) {
      const id = route.method === 'GET' && routes.length > 1 ? `look-${name}` : name;
      const said = { operationId: id, summary, tags: [group] };
      const described = describe(route, named?.operation as Operation, types, answers[name]);
      paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: { ...said, ...described } };
    }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Winnow', version, description: 'Crawls of one data directory.' },
    paths,
    security: [{ caller: [] }],
    components: {
      securitySchemes: { caller: security },
      schemas: { ...components, problem: schemaOf(problemFields) },
    },
  };
}

function describe(
  { method, path, scope, fields }: Route,
  operation: Operation,
  types: readonly AnswerType[],
  answer: unknown = {},
): object {
  const { about, inShort } = operation;
  const formats = formatsOf(operation);
  // A request that was made before is answered with what the log keeps of it.
  const page = {
    type: 'object',
    properties: { rows: answer, cursor: { type: 'string' } },
    required: ['rows'],
  };
  const schema = comesByPages(operation, types)
    ? page
    : inShort && method === 'POST'
      ? { anyOf: [answer, {}] }
      : answer;
  const inPath = {
    ...{ name: 'job', in: 'path', required: true },
    description: about === 'jobs' ? 'The name of a job, or `*` for all of them.' : 'The name of a job.',
    schema: schemaOf(about === 'jobs' ? jobOrAll() : jobName()),
  };
  const names = Object.keys(formats);
  const inFormat = {
    ...{ name: formatName, in: 'query', schema: { type: 'string', enum: names } },
    description: Object.entries(formats)
      .map(([name, says]) => `${name}: ${says}`)
      .join('; '),
  };
  return {
    description: `Needs the scope \`${scope}\` or a wider one.`,
    parameters: [
      ...(path.includes('{job}') ? [inPath] : []),
      ...(method === 'GET' ? leavesOf(fields).map(parameterOf) : []),
      ...(method === 'GET' && names.length > 0 ? [inFormat] : []),
    ],
    ...(method === 'POST' && {
      requestBody: {
        required: Object.values(fields).some(isNeeded),
        content: { 'application/json': { schema: schemaOfFields(fields) } },
      },
    }),
    responses: {
      200: {
        description: 'The answer.',
        content: Object.fromEntries(
          typesOf(operation, method === 'GET' ? names : [], types).map((type) => [
            type,
            { schema: type === answerTypes.json ? schema : { type: 'string' } },
          ]),
        ),
      },
      default: {
        description: 'What went wrong, and what to do (RFC 9457).',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/problem' } } },
      },
    },
  };
}

/** The media types in which an answer may come. */
function typesOf(
  { isStream, makes, files }: Operation,
  formats: readonly string[],
  types: readonly AnswerType[],
): readonly string[] {
  // What is made says itself what it is.
  if (makes !== undefined) return [bytesType, '*/*'];
  const rows = [answerTypes.lines, answerTypes.events];
  const ofFiles = files?.shown === 'file' ? [htmlType, answerTypes.lines, bytesType] : rows;
  if (isStream && types.includes('lines')) return rows;
  if (files?.isRequired) return ofFiles;
  const others = formats.flatMap((name) =>
    name === filesFormat ? ofFiles : name === 'csv' ? answerTypes.csv : ['text/plain', bytesType],
  );
  return [...new Set([...types.map((type) => answerTypes[type]), ...others])];
}

function parameterOf({ path, words, schema, isRequired }: Leaf): object {
  return {
    ...{ name: path.join('.'), in: 'query', required: isRequired },
    ...(words.says !== '' && { description: words.says }),
    schema: schemaOf(schema),
  };
}

const isNeeded = (schema: z.core.$ZodType): boolean => !z.safeParse(schema, undefined).success;

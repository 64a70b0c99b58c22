import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { around, attribute, element, xmlText } from '../../base/html/xml.ts';
import type { ListPage, Repository, RepositoryItem } from '../../operations/repository.ts';
import { type Arguments, type OaiProblem, utcTime, type VerbName } from './arguments.ts';

const space = 'http://www.openarchives.org/OAI/2.0/';
const head = `<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="${space}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${space} ${space}OAI-PMH.xsd">
`;

/** What an answer is to. */
export interface OaiRequest {
  readonly baseUrl: string;
  /** Epoch seconds. */
  readonly at: number;
  /** Absent: they were not understood. */
  readonly verb?: VerbName;
  readonly args?: Arguments;
}

/** @param inner the elements behind that of the request */
export function documentOf({ baseUrl, at, verb, args = {} }: OaiRequest, inner: string): string {
  const all = verb === undefined ? [] : [['verb', verb] as const, ...Object.entries(args)];
  const attributes = all.map(([name, value]) => attribute(name, value)).join('');
  const request = `<request${attributes}>${xmlText(baseUrl)}</request>\n`;
  return `${head}<responseDate>${utcTime(at)}</responseDate>\n${request}${inner}</OAI-PMH>\n`;
}

export function errorElement({ code, message }: OaiProblem): string {
  return `<error${attribute('code', code)}>${xmlText(message)}</error>\n`;
}

/** @param at epoch seconds: what is not told yet is no earlier */
export function identify({ job, mail, earliest }: Repository, baseUrl: string, at: number): string {
  return around(
    'Identify',
    [
      element('repositoryName', `Winnow: ${job}`),
      element('baseURL', baseUrl),
      element('protocolVersion', '2.0'),
      // The protocol wants one.
      element('adminEmail', mail ?? 'unknown@contact.invalid'),
      element('earliestDatestamp', utcTime(Math.min(earliest ?? at, at))),
      element('deletedRecord', 'persistent'),
      element('granularity', 'YYYY-MM-DDThh:mm:ssZ'),
      element('compression', 'gzip'),
    ].join(''),
  );
}

export function metadataFormats({ formats }: Repository): string {
  const all = formats.map(({ prefix, schema, namespace }) =>
    around(
      'metadataFormat',
      element('metadataPrefix', prefix) + element('schema', schema) + element('metadataNamespace', namespace),
    ),
  );
  return around('ListMetadataFormats', all.join(''));
}

export function setList(sets: NonNullable<Repository['sets']>, resumption: string): string {
  const all = sets.map(({ spec, name }) =>
    around('set', `${element('setSpec', spec)}<setName>${xmlText(name)}</setName>\n`),
  );
  return around('ListSets', all.join('') + resumption);
}

export function recordList(
  job: string,
  verb: 'ListRecords' | 'ListIdentifiers',
  { items }: ListPage,
  resumption: string,
): string {
  const write = verb === 'ListRecords' ? recordElement : headerElement;
  return around(verb, items.map((item) => write(job, item)).join('') + resumption);
}

/** @param token absent: the list ends here; `before`: items of the pages before */
export function resumptionElement(token: string | undefined, before: number): string {
  return `<resumptionToken${attribute('cursor', before)}>${xmlText(token ?? '')}</resumptionToken>\n`;
}

export function recordElement(job: string, item: RepositoryItem): string {
  const metadata = item.metadata === undefined ? '' : around('metadata', item.metadata);
  return around('record', headerElement(job, item) + metadata);
}

function headerElement(job: string, { md5, datestamp, sets, isDeleted }: RepositoryItem): string {
  return around(
    'header',
    [
      element('identifier', identifierOf(job, md5)),
      element('datestamp', utcTime(datestamp)),
      ...sets.map((spec) => element('setSpec', spec)),
    ].join(''),
    isDeleted ? attribute('status', 'deleted') : '',
  );
}

function identifierOf(job: string, md5: string): string {
  return `oai:${job}.winnow:${md5}`;
}

/** The record that an identifier of a job names; undefined: none. */
export function md5In(job: string, identifier: string): string | undefined {
  const md5 = identifier.slice(-32);
  return /^[0-9a-f]{32}$/.test(md5) && identifier === identifierOf(job, md5) ? md5 : undefined;
}

const compress = promisify(gzip);

/** @param accepts the header `Accept-Encoding` */
export async function xmlResponse(xml: string, accepts: string | null): Promise<Response> {
  const headers = { 'content-type': 'text/xml; charset=utf-8', vary: 'accept-encoding' };
  if (!takesGzip(accepts ?? '')) return new Response(xml, { headers });
  const body = new Uint8Array(await compress(xml));
  return new Response(body, { headers: { ...headers, 'content-encoding': 'gzip' } });
}

function takesGzip(accepts: string): boolean {
  const taken = new Map<string, boolean>();
  for (const one of accepts.split(',', 20)) {
    const [coding = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    taken.set(coding.replace(/^x-/, ''), !parameters.some((part) => /^q=0(?:\.0*)?$/.test(part)));
  }
  return taken.get('gzip') ?? taken.get('*') ?? false;
}

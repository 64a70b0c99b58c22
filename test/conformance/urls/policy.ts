import type { Rule, Value } from '../suite.ts';
import { canonical, inputOf, type UrlCase } from './cases.ts';
import { profileOf, standard } from './profiles.ts';

/** How docs/urls.md reads an expectation that another normaliser wrote; in the order in which they are applied. */
export const urlPolicy: readonly Rule<UrlCase>[] = [
  rule('only http and https are crawled', (want, one) =>
    isOther(want) || isOther(inputOf(one).raw) ? null : want,
  ),
  rule('what the URL standard cannot parse is refused', (want, one) => (parsed(one) === null ? null : want)),
  rule('no resolver can be asked for more than 253 characters', (want) =>
    (URL.parse(want)?.hostname.length ?? 0) > 253 ? null : want,
  ),
  rule('tabs and line ends are dropped, and white space around a URL', (want, one) => {
    const { raw } = inputOf(one);
    const inner = /[\t\n\r]/.test(raw) ? want.replace(/%0[9AD]/gi, '') : want;
    return /\s$/.test(raw) ? inner.replace(/%20+$/, '') : inner;
  }),
  rule('a backslash in a path is a slash', (want, one) => {
    const { raw } = inputOf(one);
    return raw.includes('\\') && !/%5C/i.test(raw)
      ? onPath(want, (path) => path.replace(/%5C/gi, '/'))
      : want;
  }),
  rule('a path is encoded in UTF-8', (want, one) => {
    const url = parsed(one);
    if (one.options?.path_encoding === undefined || url === null) return want;
    const expected = URL.parse(want);
    return expected === null ? want : `${url.origin}${url.pathname}${expected.search}${expected.hash}`;
  }),
  rule('a URL is spelled as the URL standard does', (want) => URL.parse(want)?.href ?? want),
  rule('a fragment ends with the URL', (want, one) => {
    const url = parsed(one);
    if (url === null || want.includes('#') || !/^#(?:!|.*\?)/.test(url.hash)) return want;
    return withoutFragment(url.href);
  }),
  rule('characters that the standard leaves are left', (want, one) => {
    const href = parsed(one)?.href ?? '';
    return want.replace(/%[0-9a-f]{2}/gi, (triplet) => {
      const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
      const isLeft =
        /[!-~]/.test(character) && !/[%\w.~-]/.test(character) && href.slice(8).includes(character);
      return isLeft && !href.toUpperCase().includes(triplet.toUpperCase()) ? character : triplet;
    });
  }),
  rule('a % that begins no triplet is left', (want, one) => {
    const { raw } = inputOf(one);
    return /%(?![0-9a-f]{2})/i.test(raw) && !raw.includes('%25') ? want.replaceAll('%25', '%') : want;
  }),
  rule('%20 and + are different', (want, one) => {
    const query = parsed(one)?.search ?? '';
    return query.includes('%20') && !query.includes('+')
      ? onQuery(want, (text) => text.replaceAll('+', '%20'))
      : want;
  }),
  rule('what separated a parameter goes with it', (want, one) =>
    /[?&]$/.test(parsed(one)?.href ?? '') ? want : want.replace(/[?&]+$/, ''),
  ),
  rule('a session id is known by its name, whatever its value', (want, one) => {
    const { removeSessionIds, sessionIds } = profileOf(one);
    return canonical({ ...standard, removeSessionIds, sessionIds }, want) ?? want;
  }),
  rule('parameters that are written alike stand once', (want, one) =>
    profileOf(one).collapseRepeated ? onParameters(want, (parameters) => [...new Set(parameters)]) : want,
  ),
  rule('letters of path and query keep their case', (want, one) => {
    const href = parsed(one)?.href ?? '';
    return href.toLowerCase() === want ? href : want;
  }),
  rule('a parameter without a value stays', (want, one) =>
    onParameters(want, (parameters) => blanksBack(parameters, one)),
  ),
  rule('parameters of one name keep their order', (want, one) =>
    onParameters(want, (parameters) => inOrderOf(parameters, parametersOf(parsed(one)?.search ?? ''))),
  ),
  rule('index pages are other URLs', (want, one) => {
    const segment = /\/((?:index|default)\.\w+)$/i.exec(parsed(one)?.pathname ?? '')?.[1];
    const expected = URL.parse(want);
    if (segment === undefined || !expected?.pathname.endsWith('/')) return want;
    return `${expected.origin}${expected.pathname}${segment}${expected.search}`;
  }),
  rule('www is another host until an alias says otherwise', (want, one) => {
    const host = parsed(one)?.host ?? '';
    const bare = /^www\d*\.(.*)$/.exec(host)?.[1];
    return bare === undefined ? want : want.replace(`://${bare}/`, `://${host}/`);
  }),
  rule('a slash at the end of a path stays as it is', (want, one) => {
    const path = parsed(one)?.pathname ?? '';
    const expected = URL.parse(want);
    if (expected === null || path.replace(/\/$/, '') !== expected.pathname.replace(/\/$/, '')) return want;
    return `${expected.origin}${path}${expected.search}${expected.hash}`;
  }),
  rule('parameters are removed by name, not by value', (want, one) => {
    if (one.options?.params?.some((parameter) => parameter.includes('removeHashes')) !== true) return want;
    const hashes = parametersOf(parsed(one)?.search ?? '').filter((text) => /=[0-9a-f]{32,}$/i.test(text));
    return onParameters(want, (parameters) => [
      ...parameters,
      ...hashes.filter((text) => !parameters.includes(text)),
    ]);
  }),
];

function rule(name: string, read: (want: string, one: UrlCase) => Value): Rule<UrlCase> {
  return { name, read: (want, one) => (typeof want === 'string' ? read(want, one) : want) };
}

/** The input as the parser of this engine reads it. */
function parsed(one: UrlCase): URL | null {
  const { raw, base } = inputOf(one);
  return URL.parse(raw, base);
}

/** Whether a text begins with another scheme than http and https. */
function isOther(text: string): boolean {
  return /^\s*[a-z][a-z0-9+.-]*:/i.test(text) && !/^\s*https?:/i.test(text);
}

function withoutFragment(href: string): string {
  return href.replace(/#.*$/s, '');
}

function onQuery(url: string, change: (query: string) => string): string {
  const [, before = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  const changed = change(query);
  return before + (changed === '' ? '' : `?${changed}`) + fragment;
}

function onPath(url: string, change: (path: string) => string): string {
  const [, before = '', path = '', rest = ''] = /^(\w+:\/\/[^/?#]*)([^?#]*)(.*)$/s.exec(url) ?? [];
  return before === '' ? url : before + change(path) + rest;
}

function onParameters(url: string, change: (parameters: readonly string[]) => readonly string[]): string {
  return onQuery(url, (query) => change(parametersOf(query)).join('&'));
}

function parametersOf(query: string): readonly string[] {
  const bare = query.replace(/^\?/, '');
  return bare === '' ? [] : bare.split('&');
}

/** `b` as `b=`, and where blanks were dropped on demand, `b=` again. */
function blanksBack(parameters: readonly string[], one: UrlCase): readonly string[] {
  const blanks = parametersOf(parsed(one)?.search ?? '').filter((parameter) => /^[^=]+=$/.test(parameter));
  const spelled = parameters.map((parameter) =>
    blanks.includes(`${parameter}=`) ? `${parameter}=` : parameter,
  );
  if (one.options?.keep_blank_values !== false) return spelled;
  return [...spelled, ...blanks.filter((blank) => !spelled.includes(blank))].toSorted();
}

/** Parameters of one name in the order in which the input has them. */
function inOrderOf(parameters: readonly string[], input: readonly string[]): readonly string[] {
  const queues = Map.groupBy(
    input.filter((parameter) => parameters.includes(parameter)),
    nameOf,
  );
  return parameters.map((parameter) => queues.get(nameOf(parameter))?.shift() ?? parameter);
}

function nameOf(parameter: string): string {
  return parameter.split('=', 1)[0] ?? '';
}

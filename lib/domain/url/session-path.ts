import type { NameTest } from './name-pattern.ts';

export interface SessionPath {
  /** Names of parameters of a segment: `;jsessionid=…`. */
  readonly parameters: NameTest | undefined;
  /** Whole segments: `(S(…))`. */
  readonly segments: NameTest | undefined;
}

/** A path without its session ids: `/a;jsessionid=1/b` and `/(S(1))/a/b` are `/a/b`. @param path begins with `/` */
export function withoutSessionIds(path: string, { parameters, segments }: SessionPath): string {
  const mayHaveParameters = parameters !== undefined && path.includes(';');
  const mayHaveSegments = segments !== undefined && path.includes('(');
  if (!mayHaveParameters && !mayHaveSegments) return path;
  const kept: string[] = [];
  for (const segment of path.slice(1).split('/')) {
    const bare = mayHaveParameters ? withoutPathParameters(segment, parameters) : segment;
    if (mayHaveSegments && segments(bare)) continue;
    kept.push(bare);
  }
  return `/${kept.join('/')}`;
}

/** What would be left as a dot segment keeps its parameters: to a parser it would mean another directory. */
function withoutPathParameters(segment: string, unwanted: NameTest): string {
  if (!segment.includes(';')) return segment;
  const [name = '', ...parameters] = segment.split(';');
  const kept = parameters.filter((parameter) => {
    const equals = parameter.indexOf('=');
    return equals < 0 || !unwanted(parameter.slice(0, equals));
  });
  if (kept.length === parameters.length) return segment;
  const bare = [name, ...kept].join(';');
  return isDotSegment.test(bare) ? segment : bare;
}

const isDotSegment = /^(?:\.|%2e){1,2}$/i;

import type { NameTest } from './name-pattern.ts';

/** Tests for session ids in a path; undefined: none of this kind. */
export interface SessionPath {
  /** Matches names of segment parameters: `;jsessionid=…`. */
  readonly parameters: NameTest | undefined;
  /** Matches whole segments: `(S(…))`. */
  readonly segments: NameTest | undefined;
}

/** Removes session ids from a path: `/a;jsessionid=1/b` and `/(S(1))/a/b` become `/a/b`. @param path begins with `/` */
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

/**
 * Keeps the parameters of `.` and `..` segments: without them, a parser would resolve the dots to another directory.
 */
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

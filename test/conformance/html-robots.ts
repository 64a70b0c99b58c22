import {
  metaDirectives,
  type RobotsDirectives,
  robotsDirectives,
} from '../../lib/base/page/robots-directives.ts';
import { readMarkup } from '../../lib/documents/html/read-markup.ts';
import { runnable, type Suite } from './suite.ts';

/** A line of html/cases.jsonl that is about what a page asks of robots. */
interface DirectivesCase {
  readonly id: string;
  readonly kind: string;
  readonly input: {
    readonly html?: string;
    readonly headers?: readonly string[];
    readonly agent?: string;
  };
  readonly expected: Readonly<Record<string, unknown>>;
}

const file = 'html/cases.jsonl';
const agent = 'focusbot';
/** `nocache` of some suites is the Pragma header, which is no directive. */
const claimed = ['noindex', 'nofollow', 'noarchive', 'nosnippet'] as const;

function suite(
  name: string,
  kind: string,
  read: (input: DirectivesCase['input']) => RobotsDirectives,
): Suite<DirectivesCase> {
  return {
    name,
    file,
    has: (one) => one.kind === kind,
    got: ({ input, expected }) => {
      const got = read(input);
      return asked(expected, (directive) => got[directive] === true);
    },
    want: ({ expected }) => asked(expected, (directive) => expected[directive] === true),
    rules: [],
  };
}

/** The directives that the case speaks of. */
function asked(
  expected: DirectivesCase['expected'],
  isSet: (directive: (typeof claimed)[number]) => boolean,
): readonly string[] {
  return claimed
    .filter((directive) => expected[directive] !== undefined)
    .map((directive) => `${directive} ${isSet(directive)}`);
}

export const htmlRobotsSuites = [
  runnable(
    suite('html-x-robots-tag', 'x-robots-tag', (input) =>
      robotsDirectives(input.headers ?? [], input.agent ?? agent),
    ),
  ),
  runnable(
    suite('html-meta-robots', 'meta-robots', (input) =>
      metaDirectives(readMarkup(input.html ?? '').metadata, input.agent ?? agent),
    ),
  ),
];

import { compileIdentity } from '../../../lib/base/url/identity.ts';
import { registeredDomain } from '../../../lib/base/url/registered-domain.ts';
import { linkResolver } from '../../../lib/base/url/resolve-link.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { defaultUrlSettings, type UrlSettings } from '../../../lib/base/url/url-settings.ts';
import { type OptionalStep, optionalSteps } from '../../../lib/base/url/url-steps.ts';
import { type Rule, runnable, type Suite, type Value } from '../suite.ts';
import { canonical, inputOf, spelled, type UrlCase } from './cases.ts';
import { combineValidate } from './combine-validate.ts';
import { urlPolicy } from './policy.ts';
import { profileOf, standard } from './profiles.ts';

const file = 'urls/cases.jsonl';
/** For functions of the suites that take a relative URL alone. */
const anyBase = 'http://base.example/';

const normalisers = [
  'crawler-commons-basic-normalizer',
  'crawler-commons-resolve',
  'nutch-basic-normalizer',
  'nutch-regex-normalizer-default',
  'nutch-querystring-normalizer',
  'nutch-slash-normalizer',
  'nutch-ajax-normalizer',
  'stormcrawler-basic-normalizer',
  'heritrix-canonicalization',
  'crawler4j-canonicalizer',
  'w3lib',
];

const urlKinds = /^(?:normalize|normalize-policy|resolve|canonicalize-rule|combine-normalize|w3lib\..*)$/;

/** What the URL standard and another normaliser agree on; whatever the scheme, and with the fragment where that keeps it. */
const core: Suite<UrlCase> = {
  name: 'urls-whatwg-core',
  file,
  has: (one) => one.whatwgAgrees === true && urlKinds.test(one.kind),
  got: (one) => {
    const { raw, base } = inputOf(one);
    const keepsFragment = typeof one.expected === 'string' && one.expected.includes('#');
    return spelled({ ...standard, dropFragment: !keepsFragment }, raw, base);
  },
  want: (one) => one.expected as Value,
  rules: [],
};

/** The same under the steps of a job that sets none. */
const coreByDefault: Suite<UrlCase> = {
  ...core,
  name: 'urls-whatwg-core-default-steps',
  got: (one) => canonical(defaultUrlSettings, ...argumentsOf(one)),
  rules: [
    text('only http and https are crawled', (want) => (/^https?:/.test(want) ? want : null)),
    ...optionalSteps.map((step) =>
      text<UrlCase>(step, (want) => canonical({ ...standard, ...justOne(step) }, want) ?? want),
    ),
  ],
};

/** One of the steps, if a job that sets none has it. */
function justOne(step: OptionalStep): Partial<UrlSettings> {
  return step === 'resolveAliases' ? {} : { [step]: defaultUrlSettings[step] };
}

/** The normaliser that Combine has: an expectation is a path or a URL, so it is read as a URL itself. */
const combineNormalize: Suite<UrlCase> = {
  name: 'urls-combine-normalize',
  file,
  has: (one) => one.kind === 'combine-normalize',
  got: (one) => spelled(profileOf(one), ...argumentsOf(one)),
  want: (one) =>
    typeof one.expected === 'string' ? (URL.parse(one.expected, inputOf(one).base)?.href ?? null) : null,
  rules: [],
};

function normaliser(suite: string): Suite<UrlCase> {
  return {
    name: `urls-${suite}`,
    file,
    has: (one) => one.suite === suite && urlKinds.test(one.kind),
    notClaimed,
    got: normalised,
    want: (one) => one.expected as Value,
    rules: urlPolicy,
  };
}

function normalised(one: UrlCase): Value {
  const [raw, base] = argumentsOf(one);
  const settings = profileOf(one);
  const encoding = one.options?.encoding;
  if (encoding !== undefined) {
    const identity = compileIdentity(settings);
    return (
      linkResolver((base ?? anyBase) as CanonicalUrl, whatwgNames.get(encoding) ?? encoding, identity)(raw) ??
      null
    );
  }
  if (one.kind !== 'w3lib.url_query_cleaner') return canonical(settings, raw, base);
  return canonical(settings, raw, anyBase)?.replace(anyBase, '') ?? null;
}

/** Python's names of encodings, as the Encoding standard has them. */
const whatwgNames: ReadonlyMap<string, string> = new Map([
  ['latin1', 'windows-1252'],
  ['latin-1', 'windows-1252'],
  ['iso-8859-1', 'windows-1252'],
  ['utf8', 'utf-8'],
]);

const urlFunctions = /^w3lib\.(?:canonicalize_url|safe_url_string|safe_download_url|url_query_cleaner)$/;

function notClaimed(one: UrlCase): string | undefined {
  const { kind, input, options } = one;
  if (kind.startsWith('w3lib.') && !urlFunctions.test(kind)) return `not about one URL for another: ${kind}`;
  if (kind === 'w3lib.url_query_cleaner' && (options?.remove !== true || options.args?.length !== 1))
    return 'parameters are removed by name, none is kept by name';
  if (typeof input === 'object' && inputOf(one).raw === String(input)) return 'the input is not text';
  if (typeof input === 'string' && input.includes('\ufffd') && !/%EF%BF%BD/i.test(String(one.expected)))
    return 'the case does not have its bytes any more';
  return undefined;
}

interface WptCase {
  readonly id: string;
  readonly input: { readonly base: string | null; readonly href: string };
  readonly expected: { readonly href: string } | null;
}

/** Whatever is http(s) must be parsed as the suite says; of other schemes that they are refused for it. */
const wpt: Suite<WptCase> = {
  name: 'urls-wpt-url',
  file: 'urls/wpt_url.jsonl',
  has: () => true,
  got: ({ input }) => {
    const result = compileIdentity(standard).canonicalise(input.href, input.base ?? undefined);
    if (result.ok) return result.url;
    return result.refusal.reason === 'scheme' ? `${result.refusal.detail}:` : null;
  },
  want: ({ expected }) => {
    if (expected === null) return null;
    return /^https?:/.test(expected.href)
      ? expected.href
      : expected.href.slice(0, expected.href.indexOf(':') + 1);
  },
  rules: [],
};

interface HostCase {
  readonly id: string;
  readonly input: string;
  readonly expected: string | null;
}

const toAscii: Suite<HostCase> = {
  name: 'urls-wpt-toascii',
  file: 'urls/wpt_toascii.jsonl',
  has: () => true,
  got: ({ input }) => {
    const result = compileIdentity(standard).canonicalise(`https://${input}/x`);
    return result.ok ? result.host : null;
  },
  want: ({ expected }) => expected,
  rules: [
    text('no resolver can be asked for more than 253 characters', (want) =>
      want.length > 253 ? null : want,
    ),
  ],
};

const publicSuffixes: Suite<HostCase> = {
  name: 'urls-psl',
  file: 'urls/psl.jsonl',
  has: () => true,
  got: ({ input }) => registeredDomain(URL.parse(`http://${input}/`)?.hostname ?? '') ?? null,
  want: ({ expected }) => (expected === null ? null : (URL.parse(`http://${expected}/`)?.hostname ?? null)),
  rules: [],
};

function argumentsOf(one: UrlCase): [raw: string, base: string | undefined] {
  const { raw, base } = inputOf(one);
  return [raw, base];
}

function text<Case>(name: string, read: (want: string, one: Case) => Value): Rule<Case> {
  return { name, read: (want, one) => (typeof want === 'string' ? read(want, one) : want) };
}

export const urlSuites = [
  runnable(core),
  runnable(coreByDefault),
  runnable(combineNormalize),
  runnable(combineValidate),
  ...normalisers.map((suite) => runnable(normaliser(suite))),
  runnable(wpt),
  runnable(toAscii),
  runnable(publicSuffixes),
];

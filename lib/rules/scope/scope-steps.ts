import { compileRules, type RuleList } from './rule-list.ts';
import type { ScopeList } from './scope-list.ts';
import type { LimitTest, ScopeRule, ScopeSettings } from './scope-settings.ts';

/** A rule, and the setting that it was made of. */
export interface NamedRule extends ScopeRule {
  readonly setting: string;
}

/** The rules of one setting, or of several related settings. Of all steps with a matching rule, the last decides. */
export interface ScopeStep {
  readonly rules: readonly NamedRule[];
  readonly compiled: RuleList<NamedRule>;
  /**
   * Present: a URL that none of the rules matches is rejected, and a URL that one matches is left to the other steps.
   */
  readonly needed?: Needed;
}

/** The setting of which a rule must match, and where it was set. */
export interface Needed {
  readonly setting: string;
  readonly source: string;
}

/**
 * Host names that start with a dot or contain two in a row cannot be resolved. WHATWG's parser accepts them; Combine's
 * default excludes them.
 */
const malformedHost: ScopeList = [{ file: 'default', line: 0, entries: ['HOST: ^\\.|\\.\\.'] }];

/** What a job says of its scope. */
export interface ScopedSettings {
  readonly scope: ScopeSettings;
  /** Hosts that no job of the installation may crawl. */
  readonly deny: ScopeList;
  /** File and line that set a setting, by its name. */
  readonly origins: Readonly<Record<string, string>>;
}

/** Returns the steps of a scope. A later step overrules an earlier one. Steps without rules are left out. */
export function stepsOf(settings: ScopedSettings): readonly ScopeStep[] {
  const { scope, origins } = settings;
  const sourceOf = (setting: string): string => origins[setting] ?? 'default';
  const needed = (setting: string): Needed => ({ setting, source: sourceOf(setting) });
  const steps: ScopeStep[] = [
    { ...listStep('accept', 'scope.allow', 'patterns', scope.allow), needed: needed('scope.allow') },
    { ...listStep('accept', 'scope.hosts', 'hosts', scope.hosts), needed: needed('scope.hosts') },
    listStep('reject', 'scope.exclude', 'patterns', scope.exclude),
    listStep('reject', 'scope.excludeExtensions', 'extensions', scope.excludeExtensions),
    cachedStep('scope.rules', scope.rules, () =>
      scope.rules.map((rule) => ({ ...rule, setting: 'scope.rules' })),
    ),
    stepFor(limitRules(scope, sourceOf)),
    listStep('reject', 'deny', 'hosts', settings.deny),
  ];
  return steps.filter(({ rules }) => rules.length > 0);
}

function limitRules(scope: ScopeSettings, sourceOf: (setting: string) => string): readonly NamedRule[] {
  const over = (setting: string, kind: LimitTest, limit: number | undefined): readonly NamedRule[] =>
    limit === undefined
      ? []
      : [{ word: 'reject', setting, source: sourceOf(setting), test: { kind, limit } }];
  const rejected = (['http', 'https'] as const).filter((scheme) => !scope.schemes.includes(scheme));
  const schemes: ScopeList = [{ file: sourceOf('scope.schemes'), line: 0, entries: rejected }];
  return [
    ...over('scope.maxParameters', 'parametersOver', scope.maxParameters),
    ...over('scope.maxRepeats', 'repeatsOver', scope.maxRepeats),
    ...over('scope.maxHostHops', 'hostHopsOver', scope.maxHostHops),
    ...over('scope.maxDepth', 'depthOver', scope.maxDepth),
    ...over('scope.maxUrlLength', 'lengthOver', scope.maxUrlLength),
    ...(rejected.length === 0 ? [] : [listRule('reject', 'scope.schemes', 'schemes', schemes)]),
    listRule('reject', 'malformed host', 'patterns', malformedHost),
  ];
}

type SimpleList = 'hosts' | 'patterns' | 'extensions' | 'schemes';

function listRule(word: ScopeRule['word'], setting: string, kind: SimpleList, list: ScopeList): NamedRule {
  return { word, setting, source: '', test: { kind, list } };
}

function listStep(word: ScopeRule['word'], setting: string, kind: SimpleList, list: ScopeList): ScopeStep {
  return cachedStep(setting, list, () => (list.length === 0 ? [] : [listRule(word, setting, kind, list)]));
}

function stepFor(rules: readonly NamedRule[]): ScopeStep {
  return { rules, compiled: compileRules(rules) };
}

const caches = new Map<string, WeakMap<readonly unknown[], ScopeStep>>();

/**
 * Compiles the step of a list once for all overrides that do not replace the list: lists are large, and overrides many.
 */
function cachedStep(setting: string, list: readonly unknown[], rules: () => readonly NamedRule[]): ScopeStep {
  let cache = caches.get(setting);
  if (cache === undefined) {
    cache = new WeakMap();
    caches.set(setting, cache);
  }
  let step = cache.get(list);
  if (step === undefined) {
    step = stepFor(rules());
    cache.set(list, step);
  }
  return step;
}

import { canonicalise } from '../../base/url/canonicalise.ts';
import { identityOf, type UrlChange } from '../../base/url/identity.ts';
import type { Canonical } from '../../base/url/url.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { formatRefusal } from '../base/format.ts';
import type { WhyReport } from '../report/reports.ts';

/** Longer URLs are cut in texts. */
const maxShown = 300;

/** The canonical URL of an input, and in words each step that changed it, with the setting that turned the step on. */
export function explainUrl(
  input: string,
  settings: JobSettings,
): { readonly canonical: Canonical; readonly lines: WhyReport['lines'] } {
  const { result, steps } = identityOf(settings).explain(input);
  const lines = steps.map((step) => ({
    step: 'canonical' as const,
    verdict: 'info' as const,
    detail: `${step.name} (${sourceOf(step, settings)}): ${shown(step.after)}`,
  }));
  const decision: WhyReport['lines'][number] = result.ok
    ? {
        step: 'canonical',
        verdict: 'yes',
        detail: result.url === input ? 'is canonical' : `becomes ${shown(result.url)}`,
      }
    : {
        step: 'canonical',
        verdict: 'no',
        detail: `${JSON.stringify(shown(input))}: ${formatRefusal(result.refusal)}${withScheme(input)}`,
      };
  return { canonical: result, lines: [...lines, decision] };
}

/** A host with a path or a port, as people write it, is not a URL: suggests the URL that was meant. */
function withScheme(input: string): string {
  const isHost = /^(?:[^\s/?#@:.]+\.[^\s/?#@:]+|localhost)(?::\d+)?(?:[/?#]|$)/i.test(input);
  const meant = isHost ? canonicalise(`http://${input}`) : undefined;
  return meant?.ok ? `; did you mean http://${shown(input)}?` : '';
}

/** For each step with lists, the keys of these lists, beside the key that turns the step on. */
const lists: Readonly<Partial<Record<UrlChange['name'], readonly string[]>>> = {
  removeSessionIds: ['sessionIds'],
  removeTracking: ['tracking'],
  resolveAliases: ['aliases', 'aliasFile'],
};

function sourceOf({ name }: UrlChange, { url, origins }: JobSettings): string {
  if (!Object.hasOwn(url, name) && !Object.hasOwn(lists, name)) return 'always';
  const places = [name, ...(lists[name] ?? [])].flatMap((key) => origins[`url.${key}`] ?? []);
  return places.length === 0 ? 'default' : places.join(', ');
}

function shown(url: string): string {
  return url.length > maxShown ? `${url.slice(0, maxShown)}…` : url;
}

import { defined } from '../../base/defined.ts';
import { registeredDomain } from '../../base/url/registered-domain.ts';
import { openBody } from '../../domain/frontier/body.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { factsOf } from '../../domain/strategy/context.ts';
import { asksDomain, type DomainSums, domainSums } from '../../domain/strategy/domain-sums.ts';
import {
  type ExplainedTarget,
  explainTarget,
  openContextOf,
  targetsWith,
} from '../../domain/strategy/explain-target.ts';
import { modulesOf } from '../../domain/strategy/modules/apply.ts';
import type { OwnRule, Strategy } from '../../domain/strategy/strategy.ts';
import { strategyIn } from '../../domain/strategy/strategy-settings.ts';
import { expectedYield } from '../../domain/yield/expected-yield.ts';
import type { HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { askTargets } from '../strategy/ask-rules.ts';
import type { AskedUrl, WhyLine, WhyLines } from './explainer.ts';

/** What the strategy of a job says of a pending URL: its stage, its layers, every term of its score. */
export async function explainStrategy({
  ports,
  job,
  settings,
  host,
  url,
  page,
}: AskedUrl): Promise<WhyLines> {
  if (page?.state !== 'pending' || strategyIn(settings) === undefined) return [];
  const stored = await ports.hosts.body({ job: job.name, host });
  if (stored === undefined) return [];
  const body = openBody(stored.bytes, { fingerprintKey: job.fingerprintKey, host });
  const context = openContextOf(body);
  if (context === undefined)
    return [infoLine('no stage is open for the site: it is done with its stages, or has no targets')];
  const under = await settingsOf(ports.jobs, job.name, context.config);
  const stage = strategyIn(under)?.stages[context.stage];
  const entry = body.pending.get(url);
  if (stage === undefined) return [];
  const { metrics } = context;
  const state = `stage '${stage.name}', iteration ${metrics.iterations}: ${metrics.targets} targets tried, ${metrics.relevant} relevant`;
  if (entry === undefined) return [infoLine(state)];
  const { yield: rule } = settingsFor(settings, host);
  const inForce = { stage, modules: modulesOf(stage) };
  const [target, ...others] = targetsWith(context, inForce.modules, entry, body.pending);
  const silent: WhyLine[] = [];
  const failed = ({ name }: OwnRule, problem: string): void => {
    silent.push(infoLine(`the rule '${name}' says nothing: ${problem}`));
  };
  const { reader } = ports;
  const asking = reader && { ports: { reader }, host, failed };
  const said = asking && (await askTargets(asking, context, inForce, [target, ...others], target));
  const domain = await domainOf(ports, { job: job.name, host }, under.strategy);
  const yieldOf = ({ url }: { readonly url: typeof target.url }) => expectedYield(body, rule, url);
  const facts = factsOf(context, yieldOf, defined({ said, domain: domain?.sums }));
  return [
    infoLine(state),
    ...(domain === undefined ? [] : [infoLine(domainText(domain))]),
    ...targetLines(explainTarget(context, inForce, target, facts)),
    ...silent,
  ];
}

interface Domain {
  readonly name: string;
  readonly sums: DomainSums;
}

/** The sums of the registered domain of a site, where rules ask for them. */
async function domainOf(
  { domains }: Pick<Ports, 'domains'>,
  { job, host }: HostKey,
  strategy: Strategy,
): Promise<Domain | undefined> {
  const name = registeredDomain(host);
  if (name === undefined || !asksDomain(strategy)) return undefined;
  const sums = domainSums(await domains.domain({ job, domain: name }));
  return sums && { name, sums };
}

function domainText({ name, sums }: Domain): string {
  const { hosts = 0, tries = 0, loads = 0, relevant = 0, harvest, yield: expected = 0 } = sums;
  const share = harvest === undefined ? '' : ` (harvest ${rounded(harvest)})`;
  return `domain ${name}: hosts ${hosts}, tries ${tries}, loads ${loads}, relevant ${relevant}${share}, yield ${rounded(expected)}`;
}

function targetLines({ layers, terms, score, control, isDrawn }: ExplainedTarget): readonly WhyLine[] {
  const inLayers = layers.map(
    ({ layer, by }) => `layer '${layer}'${by === undefined ? ', no rule assigns it' : ` by '${by}'`}`,
  );
  const sum = terms.map(({ rule, nature, score: part }) => `'${rule}' ${signed(part)} (${nature})`);
  const scored =
    sum.length === 0 ? 'score 0: no rule adds to it' : `score ${rounded(score)}: ${sum.join(', ')}`;
  const lines: WhyLine[] = [infoLine([...inLayers, scored].join('; '))];
  if (control !== undefined) {
    const what = control.act === 'back' ? 'sends it back' : 'dismisses it';
    lines.push({
      step: 'strategy',
      verdict: control.act === 'back' ? 'wait' : 'no',
      detail: `the rule '${control.rule}' ${what}`,
    });
  }
  if (isDrawn) lines.push(infoLine('the present iteration loads it'));
  return lines;
}

function infoLine(detail: string): WhyLine {
  return { step: 'strategy', verdict: 'info', detail };
}

function signed(number: number): string {
  return number < 0 ? String(rounded(number)) : `+${rounded(number)}`;
}

function rounded(number: number): number {
  return Math.round(number * 1_000) / 1_000;
}

import { useState } from 'preact/hooks';
import { outcomeKinds } from '../../../../base/fetch/outcome.ts';
import { formatNumber } from '../../../../base/quantity.ts';
import type { ControlAnswer } from '../../../../domain/control/command.ts';
import type { CostReport } from '../../../../domain/cost/report.ts';
import { Act } from '../base/act.ts';
import { mayDo, ofJob } from '../base/api.ts';
import { useAround } from '../base/around.ts';
import { touched } from '../base/effects.ts';
import { html } from '../base/html.ts';
import { useLive } from '../base/live.ts';
import { Facts, type ScreenProps, Table, Trouble } from '../base/parts.ts';

/** What is visited again and when, links that are held back, and what all of it costs. */
export function Money({ job }: ScreenProps) {
  const { session } = useAround();
  const { data, problem } = useLive<CostReport>(ofJob(job, 'cost'), 30_000);
  return html`${mayDo(session, 'operate') ? html`<${Reharvest} job=${job} /><${Recycle} job=${job} />` : ''}
    <section aria-labelledby="cost"><h2 id="cost">What it costs</h2><${Trouble} problem=${problem} />${data && html`<${Cost} of=${data} />`}</section>`;
}

const words = ['olderThanDays', 'host', 'prefix', 'class', 'status'] as const;

/** Makes pages due again. */
function Reharvest({ job }: { readonly job: string }) {
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const follow = (event: Event): void => {
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setGiven(Object.fromEntries([...form].map(([name, value]) => [name, String(value).trim()])));
  };
  const named = words.filter((word) => (given[word] ?? '') !== '');
  const scope = Object.fromEntries(
    named.map((word) => [word, word === 'olderThanDays' ? Number(given[word]) : given[word]]),
  );
  const body = {
    ...(named.length > 0 ? { scope } : { all: true }),
    ...(given.maxPages ? { maxPages: Number(given.maxPages) } : {}),
  };
  return html`<section aria-labelledby="again"><h2 id="again">Visit pages again</h2>
    <form onInput=${follow} onSubmit=${(event: Event) => event.preventDefault()} aria-labelledby="again">
      <label>Checked longer ago than so many days <input name="olderThanDays" size="5" inputmode="decimal" /></label>
      <label>Host or domain <input name="host" /></label><label>URL begins with <input name="prefix" /></label>
      <label>Class <input name="class" /></label>
      <label>Last visit ended as <select name="status"><option value="">any</option>${outcomeKinds.map((kind) => html`<option key=${kind}>${kind}</option>`)}</select></label>
      <label>At most so many pages <input name="maxPages" size="8" inputmode="numeric" /></label>
    </form>
    <p class="buttons"><${Act} label=${named.length > 0 ? 'Visit these again' : 'Visit all again'} path=${ofJob(job, 'reharvest')} body=${body} effect=${(answer: ControlAnswer) => touched(answer)} /></p>
  </section>`;
}

interface Recycled {
  readonly segments: number;
  readonly links: number;
  readonly hosts: number;
}

/** Delivers links that are held back. */
function Recycle({ job }: { readonly job: string }) {
  const effect = ({ segments, links, hosts }: Recycled) =>
    html`<p>${segments === 0 ? 'No link segment waits.' : `${formatNumber(links)} links of ${formatNumber(segments)} segments, to ${formatNumber(hosts)} hosts.`}</p>`;
  return html`<section aria-labelledby="links"><h2 id="links">New links</h2>
    <p class="quiet">Links come to their hosts by themselves, unless \`autoRecycleLinks\` is false.</p>
    <p class="buttons"><${Act} label="Deliver links now" path=${ofJob(job, 'recycle')} effect=${effect} /></p></section>`;
}

const dollars = (sum: number): string => `$${sum.toFixed(sum >= 0.01 || sum === 0 ? 2 : 6)}`;

type Item = CostReport['work'][number];

function Cost({
  of: { month, basis, prices, pages, dollars: sum, perMillionPages, forecast, budget, standing, work, kept },
}: {
  readonly of: CostReport;
}) {
  const columns = [
    { title: 'what', value: ({ name }: Item) => name },
    {
      title: 'amount',
      isNumber: true as const,
      value: ({ amount, unit }: Item) =>
        `${amount >= 100 ? formatNumber(Math.round(amount)) : Number(amount.toFixed(2))} ${unit}`,
    },
    { title: '$', isNumber: true as const, value: ({ dollars: one }: Item) => dollars(one) },
  ];
  const facts = [
    ['month', month],
    [
      'basis',
      basis === 'billed'
        ? `billed, by list prices (${prices})`
        : `nothing is billed here; on AWS, by list prices (${prices})`,
    ],
    ['pages', formatNumber(pages)],
    ['so far', dollars(sum)],
    ['a million pages', perMillionPages === undefined ? undefined : dollars(perMillionPages)],
    ['forecast', `${dollars(forecast.dollars)}: ${forecast.rule}`],
    [
      'budget',
      budget &&
        `${dollars(budget.spent)} of ${dollars(budget.limit)} a month; ${budget.holds ? 'it pauses the job when it is spent' : 'it holds on AWS only'}`,
    ],
    ['the stack beside its jobs', standing && `${dollars(standing.dollars)} a month`],
  ] as const;
  return html`<${Facts} of=${facts} /><${Table} caption="What costs how much" rows=${[...work, ...kept]} id=${({ name }: Item) => name} columns=${columns} />`;
}

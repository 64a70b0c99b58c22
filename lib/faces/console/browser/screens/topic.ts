import { useMemo, useState } from 'preact/hooks';
import type { ListedRecord } from '../../../../pipeline/report/list-records.ts';
import { Act } from '../base/act.ts';
import { type FailedRequest, mayDo, ofJob } from '../base/api.ts';
import { useAround } from '../base/around.ts';
import { html } from '../base/html.ts';
import { useLive } from '../base/live.ts';
import { CopyNote, Foreign, PageTurner, type ScreenProps, Trouble } from '../base/parts.ts';
import { useTables } from '../base/tables.ts';
import type { ShownTaxonomy } from '../topic/answers.ts';
import { changeEffect, EditingProvider } from '../topic/class-editing.ts';
import { ClassExamples } from '../topic/class-examples.ts';
import { ClassTree, treeOf } from '../topic/class-tree.ts';
import { ClassifyPage } from '../topic/classify-page.ts';
import { Clusters } from '../topic/clusters.ts';
import type { ClassChange } from '../topic/drag.ts';
import type { ShownExamples } from '../topic/example-set.ts';
import { Examples } from '../topic/examples.ts';
import { judgedAgain } from '../topic/judged-again.ts';
import { PageChoice } from '../topic/page-choice.ts';
import { Terms } from '../topic/terms.ts';

const question = `select c.class, c.parent, c.name, c.good, coalesce(p.pages, 0) as pages,
  coalesce(p.on_topic, 0) as on_topic, p.relevance from classes c left join
  (select class, count(*) as pages, sum(on_topic = 1) as on_topic, avg(relevance) as relevance
    from pages where class is not null group by class) p on p.class = c.class order by c.class`;
/** So many classes are drawn; the largest trees that ship have some hundreds. */
const mostClasses = 5_000;
/** A tree of no more classes is shown with all that is below each. */
const mostOpen = 100;

/** The classes with what was found of each; examples, terms, and what a changed topic makes of the collection. */
export function Topic({ job, rest }: ScreenProps) {
  const { session, say } = useAround();
  const [change, order] = useState<ClassChange | undefined>();
  const tables = useTables(job, question, {}, mostClasses);
  const { data: set, problem, renew } = useLive<ShownExamples>(ofJob(job, 'examples-list'));
  const isLearnt = set !== undefined && set.examples.length + set.rules.length > 0;
  const again = () => {
    renew();
    // Of a stack it is read when somebody asks.
    if (!tables.waits) tables.renew();
  };
  // Classes of a taxonomy are paths; of another topic there is nothing to ask for.
  const isTree = tables.rows?.some((row) => String(row.class).startsWith('/')) === true;
  const taxonomy = useLive<ShownTaxonomy>(isTree ? ofJob(job, 'classes-show') : undefined);
  const { data: tree } = taxonomy;
  const editing = useMemo(
    () =>
      tree !== undefined && mayDo(session, 'operate')
        ? { classes: new Map(tree.classes.map((one) => [one.path, one])), order, say }
        : undefined,
    [tree, session, say],
  );
  const changed = () => {
    order(undefined);
    taxonomy.renew();
    again();
  };
  const of = rest === '' ? {} : { classes: [rest] };
  return html`<${EditingProvider} value=${editing}><section aria-labelledby="classes"><h2 id="classes">Classes</h2><${CopyNote} of=${tables} /><${Trouble} problem=${taxonomy.problem} />
    ${tables.rows && (tables.rows.length === 0 ? html`<p class="quiet">No page has a class: the job has no topic, or nothing was crawled with it.</p>` : html`<${ClassTree} nodes=${treeOf(tables.rows)} chosen=${rest} isSmall=${tables.rows.length <= mostOpen} />`)}
    <p class="buttons"><${Act} label="Judge stored pages again" about=${rest === '' ? 'Judge stored pages again' : `Judge stored pages again: of ${rest.slice(0, 100)}`} path=${ofJob(job, 'reclassify')} body=${of} effect=${judgedAgain} done=${tables.renew} />
    ${change && tree ? html`<${Act} key=${JSON.stringify(change)} label=${change.label} isAtOnce path=${ofJob(job, change.verb)} body=${{ ...change.body, ifVersion: tree.version }} effect=${changeEffect} done=${changed} closed=${() => order(undefined)} failed=${({ status }: FailedRequest) => status === 409 && taxonomy.renew()} />` : ''}</p></section>
    ${rest !== '' && tree?.classes.some(({ path }) => path === rest) ? html`<${ClassExamples} key=${rest} job=${job} id=${rest} version=${tree.version} />` : ''}
    ${rest === '' ? '' : html`<${ClassPages} key=${rest} job=${job} id=${rest} isLearnt=${isLearnt} done=${renew} />`}
    <${Trouble} problem=${problem} />
    ${set && html`<${Examples} job=${job} set=${set} renew=${again} />`}
    ${tables.rows?.length ? html`<${ClassifyPage} job=${job} />` : ''}
    <${Clusters} job=${job} renew=${again} />
    <${Terms} job=${job} /><//>`;
}

interface ClassPagesProps {
  readonly job: string;
  readonly id: string;
  readonly isLearnt: boolean;
  done(): void;
}

/** What `records` answers of each. */
interface JudgedRecord extends ListedRecord {
  readonly topic?: { readonly score: number; readonly best?: string };
}

/** The pages of a class and of those below it, best first. */
function ClassPages({ job, id, isLearnt, done }: ClassPagesProps) {
  const [cursor, setCursor] = useState<string | undefined>();
  const path = ofJob(job, 'records', { class: id, topic: true, sort: 'relevance', limit: 20, cursor });
  const { data, problem } = useLive<{ readonly records: readonly JudgedRecord[]; readonly cursor?: string }>(
    path,
  );
  const pages = data?.records.flatMap(({ url, title, topic }) =>
    url === undefined ? [] : [{ url, title, fit: topic?.score, best: topic?.best }],
  );
  return html`<section aria-labelledby="of-class"><h2 id="of-class">Pages of <${Foreign} text=${id} /></h2><${Trouble} problem=${problem} />
    ${pages && html`<${PageChoice} job=${job} caption="Pages of the class" pages=${pages} isLearnt=${isLearnt} done=${done} />`}
    <${PageTurner} cursor=${cursor} next=${data?.cursor} turn=${setCursor} /></section>`;
}

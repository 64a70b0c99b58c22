import { reportPage } from '../../domain/report/html/page.ts';
import type { Report } from '../../domain/report/report.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import type { KeptReport } from '../../pipeline/operation/place.ts';
import { facts, note } from '../../pipeline/operation/view.ts';
import { openReporter } from '../../pipeline/report/report.ts';

/** A report with the places where its page stands. */
type MadeReport = Report & { readonly places?: readonly string[] };

/** A report of a crawl from every stored host and page; the function of a stack keeps it as a page and as data. */
export const report = operation({
  about: 'job',
  input: {},
  effect: 'reads',
  files: {
    ...{ option: 'out', shown: 'file', usual: 'report.html' },
    says: 'write the page to <file> (default: JOB-report.html in the current directory)',
  },
  async run({ ports, of, keepReport, reportOfStack }, _, { put }): Promise<KeptReport | MadeReport> {
    if (keepReport !== undefined) return await keepReport(of);
    const { report: made, page } = (await reportOfStack?.(of)) ?? {
      report: await openReporter(ports).make(of),
    };
    const file = put?.(`${of.name}-report.html`, [reportPage(made)]);
    const places = [file ?? [], page ?? []].flat();
    return places.length === 0 ? made : { ...made, places };
  },
  view(done) {
    if ('page' in done) return [[facts(Object.entries({ page: done.page, data: done.data }))]];
    return [(done.places ?? []).map((place) => note(place))];
  },
});

import { canCall, type Access } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'
import type { WithoutFilledNames } from '@/contract/field-values'
import type { Report, ReportAnswer } from '@/contract/report'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { writeReport, type ReportNote } from './write-report'

/** Maximum number of rows in a JSON answer. */
export const MAX_ANSWER_ROWS = 3000
/** Maximum number of rows in a workbook. */
export const MAX_FILE_ROWS = 100_000

/** Loads the answer of a report with at most `maxRows` rows; totals cover all rows. */
export type ReportLoader<In, Out> = (ctx: Context, input: In, maxRows: number) => Promise<WithoutFilledNames<Out>>
/** The answer of a report as its loader returns it. */
export type LoadedReport<R> = WithoutFilledNames<ReportAnswer<R>>

/**
 * Handles a report: its endpoint answers data, or the workbook if the input `format` is `xlsx`; the endpoint of the
 * workbook answers the workbook.
 * @param options.describe adds notes to the workbook
 * @param options.resolveInput fills in defaults of the input, such as the period, that the workbook states but the
 * answer does not repeat
 */
export function handleReport<In extends object, Out>(
  report: Report<In, Out>,
  load: ReportLoader<NoInfer<In>, NoInfer<Out>>,
  options: {
    describe?: (ctx: Context, answer: NoInfer<Out>) => readonly ReportNote[]
    resolveInput?: (ctx: Context, input: NoInfer<In>) => NoInfer<In>
  } = {},
): HandlerEntry[] {
  const write = async (ctx: Context, requestInput: In) => {
    const input = options.resolveInput?.(ctx, requestInput) ?? requestInput
    return writeReport(ctx, report, await load(ctx, input, MAX_FILE_ROWS), input, options.describe)
  }
  const answer: HandlerEntry = {
    endpoint: report.endpoint.name,
    run: (ctx, checkedInput) => {
      const input = checkedInput as In
      if (checkedInput['format'] !== 'xlsx') return load(ctx, input, MAX_ANSWER_ROWS)
      assertMayExport(ctx, report)
      return write(ctx, input)
    },
  }
  if (!report.workbook) return [answer]
  return [answer, { endpoint: report.workbook.name, run: (ctx, input) => write(ctx, input as In) }]
}
/** Asserts that the person may export a report. @throws errno.forbidden for people who may only view it */
export function assertMayExport(ctx: Context, { exportAccess }: { readonly exportAccess: Access }): void {
  if (canCall(exportAccess, ctx.person)) return
  throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: [exportAccess].flat().join(', ') } })
}

import { errno, Refusal, type Issue } from '@/contract/errno'
import type { Resource } from '@/contract/resource'
import { formatNumbers } from '@/server/translations'
import type { Context } from '../context'
import type { CustomFieldColumn } from '../excel/resource-columns'
import { describeAllowedValues } from '../excel/describe-allowed-values'
import type { IssueLocator, WorksheetIssue } from '../excel/convert-rows'
import { toRefusal } from '../http/errors'
import type { AppContext } from './operations'

/** Thrown to roll back the transaction of a dry run; carries its result. */
export class DryRunRollback extends Error {
  constructor(readonly result: unknown) {
    super('trial')
  }
}

/** A problem of a worksheet with its message, as the client lists them. */
interface WorksheetProblem {
  readonly row: number
  readonly column: string
  readonly header: string
  readonly message: string
  readonly issue?: Issue
}
/** Builds the refusal of a worksheet; its data name row, column and reason of every problem. */
export function createRefusalFromProblems(ctx: Context, problems: readonly WorksheetProblem[]): Refusal {
  const { row = 0, column = '', header = '', message = '' } = problems[0] ?? {}
  const place = [column, header && ctx.t('contract:excel.heading', { heading: header })].filter(Boolean).join(' ')
  return new Refusal(errno.message, place ? 'contract:errors.importRefused' : 'contract:errors.importRefusedRow', {
    params: { count: problems.length, row, column: place, why: message },
    data: { rows: problems },
  })
}
/** Builds the refusal of a worksheet with issues. */
export const createRefusalFromIssues = (
  ctx: Context,
  issues: readonly WorksheetIssue[],
  resource: Resource,
  customColumns: readonly CustomFieldColumn[],
): Refusal =>
  createRefusalFromProblems(
    ctx,
    issues.map((worksheetIssue) => ({
      ...worksheetIssue,
      message: describeIssue(
        ctx,
        worksheetIssue,
        describeAllowedValues(ctx, worksheetIssue.issue, resource, customColumns),
      ),
    })),
  )
const describeIssue = (ctx: Context, { issue, text }: WorksheetIssue, allowedValues: string): string =>
  [ctx.t(`contract:errors.issue.${issue.code}`, issue.params), allowedValues]
    .filter(Boolean)
    .join(ctx.t('contract:excel.then')) + (text ? ctx.t('contract:excel.cellText', { value: text }) : '')

/** Refusals whose text says only that the input has issues. */
const GENERAL_REFUSAL_KEYS: readonly string[] = [
  'contract:errors.parameter',
  'contract:errors.missingParameter',
  'contract:errors.notFound',
]
/** Converts an error of writing one row to a refusal that names the cells; returns server errors unchanged. */
export function toRowRefusal(ctx: AppContext, row: number, error: unknown, locateIssue: IssueLocator): unknown {
  if (error instanceof DryRunRollback) return error
  const refusal = toRefusal(error, ctx.app.log)
  if (refusal.errno === errno.serverError || refusal.errno === errno.busy) return error
  const ownMessage = ctx.t(refusal.key, formatNumbers(refusal.params))
  const [issue] = refusal.issues
  if (!issue)
    return createRefusalFromProblems(ctx, [
      { row, column: '', header: '', issue: { path: [], code: 'notAllowed' }, message: ownMessage },
    ])
  const worksheetIssue = locateIssue(issue, row)
  const message = GENERAL_REFUSAL_KEYS.includes(refusal.key) ? describeIssue(ctx, worksheetIssue, '') : ownMessage
  return createRefusalFromProblems(ctx, [
    { ...worksheetIssue, header: worksheetIssue.header || String(issue.path[0] ?? ''), message },
  ])
}

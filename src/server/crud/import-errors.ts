import { errno, Refusal, type Issue } from '@/contract/errno'
import type { Resource } from '@/contract/resource'
import { formatNumbers } from '@/server/translations'
import type { Context } from '../context'
import type { CustomFieldColumn } from '../excel/resource-columns'
import { describeAllowedValues } from '../excel/describe-allowed-values'
import type { WorksheetIssue } from '../excel/convert-rows'
import { toRefusal } from '../http/errors'
import type { AppContext } from './operations'

/** Thrown to roll back the transaction of a dry run; carries its result. */
export class DryRunRollback extends Error {
  constructor(readonly result: unknown) {
    super('trial')
  }
}

/** Builds the refusal of a worksheet; its data name row, column and reason of every issue. */
export function buildImportRefusal(
  ctx: Context,
  issues: readonly WorksheetIssue[],
  resource: Resource,
  customColumns: readonly CustomFieldColumn[],
): Refusal {
  const rows = issues.map((worksheetIssue) => ({
    ...worksheetIssue,
    message:
      [
        ctx.t(`contract:errors.issue.${worksheetIssue.issue.code}`, worksheetIssue.issue.params),
        describeAllowedValues(ctx, worksheetIssue.issue, resource, customColumns),
      ]
        .filter(Boolean)
        .join(ctx.t('contract:excel.then')) +
      (worksheetIssue.text ? ctx.t('contract:excel.cellText', { value: worksheetIssue.text }) : ''),
  }))
  return new Refusal(errno.message, 'contract:errors.importRefused', {
    params: { count: rows.length, row: rows[0]?.row ?? 0, column: rows[0]?.column ?? '', why: rows[0]?.message ?? '' },
    data: { rows },
  })
}
/** Converts an error of writing one row to a refusal that names the row; errors of the server stay as they are. */
export function toRowRefusal(ctx: AppContext, row: number, error: unknown): unknown {
  if (error instanceof DryRunRollback) return error
  const refusal = toRefusal(error, ctx.app.log)
  if (refusal.errno === errno.serverError || refusal.errno === errno.busy) return error
  const issue: Issue = refusal.issues[0] ?? { path: [], code: 'notAllowed' }
  const message = refusal.issues[0]
    ? ctx.t(`contract:errors.issue.${issue.code}`, issue.params)
    : ctx.t(refusal.key, formatNumbers(refusal.params))
  const rows = [{ row, column: '', header: String(issue.path[0] ?? ''), issue, message }]
  return new Refusal(errno.message, 'contract:errors.importRefused', {
    params: { count: 1, row, column: '', why: message },
    data: { rows },
  })
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { useCommand } from '@/client/api/use-command'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { getMonthDays, type Month } from '@/plant/rules/month'
import { sumSpecs, type SumName } from '@/areas/figures/rules/shift-sums'
import { recalculationRow, recalculateDays } from '../contract/correction-endpoints'
import type { ReportColumn } from '@/contract/report'
import { ReportTable } from '@/plant/client/report/ReportTable'

const CHANGE_COLUMNS: readonly ReportColumn[] = [
  ...['businessDate', 'shift', 'line', 'sum'].map((field) => ({ field })),
  { field: 'before', unitField: 'unit' },
  { field: 'after', unitField: 'unit' },
]
type Recalculation = EndpointOutput<typeof recalculateDays>
/** Recalculates a month: first as a dry run that shows the changes, then permanently. */
export function RecalculationPanel({ month }: { month: Month }) {
  const { t } = useTranslation('monthClosing')
  const canRecalculate = useCanCall(recalculateDays)
  const recalculateCommand = useCommand(recalculateDays)
  const [lastResult, setLastResult] = useState<Recalculation | null>(null)
  if (!canRecalculate) return <p>{t('pages.recount.notYours')}</p>
  const monthResult = lastResult && lastResult.from.startsWith(month) ? lastResult : null
  const recalculate = (dryRun: boolean) =>
    void recalculateCommand
      .run(
        { ...getMonthDays(month), dryRun },
        { savedMessage: t(dryRun ? 'pages.recount.tried' : 'pages.recount.done'), changedResources: ['shiftFigure'] },
      )
      .then((result) => result && !result.queued && setLastResult(result.data))
  return (
    <>
      <p>{t('pages.recount.about')}</p>
      <div className="cluster">
        <Button disabled={recalculateCommand.busy} onClick={() => recalculate(true)}>
          {t('pages.recount.try')}
        </Button>
        {monthResult?.dryRun && monthResult.changed > 0 && (
          <Button look="primary" disabled={recalculateCommand.busy} onClick={() => recalculate(false)}>
            {t('pages.recount.keep', { count: monthResult.changed })}
          </Button>
        )}
      </div>
      {monthResult && monthResult.changed === 0 && <p>{t('pages.recount.same', { days: monthResult.days })}</p>}
      {monthResult && monthResult.changed > 0 && (
        <ReportTable
          report={{ endpoint: recalculateDays, optionTexts: 'answerOptions' }}
          // The label of `recalculateDays`, by its wire name `sheet.rebirth`.
          title={t('actions.sheet_rebirth')}
          table={{ fields: recalculationRow }}
          content={{
            columns: CHANGE_COLUMNS,
            rows: monthResult.changes.map((change) => ({ ...change, unit: sumSpecs[change.sum as SumName].unit })),
            totals: null,
          }}
        />
      )}
    </>
  )
}

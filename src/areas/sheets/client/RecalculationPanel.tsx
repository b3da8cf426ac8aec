import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { getMonthDays, type Month } from '@/plant/rules/month'
import { sumSpecs, type SumName } from '@/areas/figures/rules/shift-sums'
import { recalculationRow, recalculateDays } from '../contract/correction-endpoints'
import { ReportTable } from './ReportTable'

type Recalculation = EndpointOutput<typeof recalculateDays>
/** Recalculates a month: first as a dry run that shows the changes, then permanently. */
export function RecalculationPanel({ month }: { month: Month }) {
  const { t } = useTranslation('sheets')
  const canRecalculate = useCanCall(recalculateDays)
  const recalculateCommand = useInstantCommand(recalculateDays)
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
      <div className="sheets-actions">
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
          title={t('actions.sheet_rebirth')}
          fields={recalculationRow}
          columns={['businessDate', 'shift', 'line', 'sum', 'before', 'after']}
          rows={monthResult.changes}
          getRowUnit={({ sum }) => sumSpecs[sum as SumName].unit}
        />
      )}
    </>
  )
}

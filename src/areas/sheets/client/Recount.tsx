import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { getMonthDays, type Month } from '@/plant/rules/month'
import { sumSpecs, type SumName } from '@/areas/figures/rules/shift-sums'
import { changeRow, recountSheet } from '../contract/alter-calls'
import { SheetTable } from './SheetTable'

type Answer = EndpointOutput<typeof recountSheet>
/** Recalculates a month: first as a dry run that shows the changes, then permanently. */
export function Recount({ month }: { month: Month }) {
  const { t } = useTranslation('sheets')
  const may = useCanCall(recountSheet)
  const step = useInstantCommand(recountSheet)
  const [tried, setTried] = useState<Answer | null>(null)
  if (!may) return <p>{t('pages.recount.notYours')}</p>
  const shown = tried && tried.from.startsWith(month) ? tried : null
  const run = (dryRun: boolean) =>
    void step
      .run(
        { ...getMonthDays(month), dryRun },
        { done: t(dryRun ? 'pages.recount.tried' : 'pages.recount.done'), changes: ['shiftFigure'] },
      )
      .then((result) => result && !result.queued && setTried(result.data))
  return (
    <>
      <p>{t('pages.recount.about')}</p>
      <div className="sheets-actions">
        <Button disabled={step.busy} onClick={() => run(true)}>
          {t('pages.recount.try')}
        </Button>
        {shown?.dryRun && shown.changed > 0 && (
          <Button look="primary" disabled={step.busy} onClick={() => run(false)}>
            {t('pages.recount.keep', { count: shown.changed })}
          </Button>
        )}
      </div>
      {shown && shown.changed === 0 && <p>{t('pages.recount.same', { days: shown.days })}</p>}
      {shown && shown.changed > 0 && (
        <SheetTable
          title={t('actions.sheet_rebirth')}
          fields={changeRow}
          columns={['businessDate', 'shift', 'line', 'sum', 'before', 'after']}
          rows={shown.changes}
          unitOfRow={({ sum }) => sumSpecs[sum as SumName].unit}
        />
      )}
    </>
  )
}

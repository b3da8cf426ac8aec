import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { useCommand } from '@/client/api/use-command'
import type { ListRow } from '@/client/resource/build-columns'
import { useHasPermission } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { SyncIcon } from '@/client/ui/icons'
import { Dialog } from '@/client/ui/Dialog'
import { recordTrouble } from '@/client/ui/trouble'
import { pullErp } from '@/areas/orders/contract/erp-order'

type Outcome = EndpointOutput<typeof pullErp>
const FIGURES = ['added', 'updated', 'same', 'conflicts', 'refused'] as const

/** Buttons that pull orders from a source, or preview the outcome in a dry run. */
export function SourceActions({ row }: { row: ListRow }) {
  const { t } = useTranslation(['orders', 'client'])
  const may = useHasPermission('orderSyncUpload')
  const pull = useCommand(pullErp)
  const [outcome, setOutcome] = useState<{ trial: boolean; told: Outcome } | null>(null)
  const run = async (trial: boolean) => {
    try {
      const result = await pull.run({ sourceId: row.id, dryRun: trial }, { changes: ['erpSource', 'workOrder'] })
      if (!result.queued) setOutcome({ trial, told: result.data })
    } catch (error) {
      recordTrouble('told by a toast', error)
    }
  }
  if (!may) return null
  return (
    <>
      <Button className="beside" disabled={pull.busy} onClick={() => void run(true)}>
        {t('pages.sync.trial')}
      </Button>
      <Button look="primary" icon={<SyncIcon size={20} />} disabled={pull.busy} onClick={() => void run(false)}>
        {t(pull.busy ? 'pages.sync.pulling' : 'actions.erpOrder_pull')}
      </Button>
      {outcome && (
        <Dialog
          open
          onClose={() => setOutcome(null)}
          title={t(outcome.trial ? 'pages.sync.trialResult' : 'pages.sync.pullResult')}
        >
          <div className="order-form">
            <ul className="ui-counts">
              {FIGURES.map((figure) => (
                <li
                  key={figure}
                  className={
                    outcome.told[figure] > 0 && (figure === 'conflicts' || figure === 'refused') ? 'is-bad' : undefined
                  }
                >
                  <b>{outcome.told[figure]}</b>
                  {t(`answers.${figure}`)}
                </li>
              ))}
            </ul>
            {outcome.told.problems.length > 0 && (
              <ul className="problems">
                {outcome.told.problems.map((problem, i) => (
                  <li key={`${problem.externalNumber ?? ''} ${i}`}>
                    <b>{problem.externalNumber || '–'}</b> {problem.problem}
                  </li>
                ))}
              </ul>
            )}
            {outcome.trial && <p className="quiet">{t('pages.sync.trialNote')}</p>}
            <div className="ui-actions">
              <Button look="primary" onClick={() => setOutcome(null)}>
                {t('client:ui.close')}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}

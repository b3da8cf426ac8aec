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
import { pullErpOrders } from '@/areas/orders/contract/erp-order'

type Outcome = EndpointOutput<typeof pullErpOrders>
const COUNT_FIELDS = ['added', 'updated', 'same', 'conflicts', 'refused'] as const

/** Buttons that pull orders from a source, or preview the outcome in a dry run. */
export function PullSourceButtons({ row }: { row: ListRow }) {
  const { t } = useTranslation(['orders', 'client'])
  const mayPull = useHasPermission('orderSyncUpload')
  const pull = useCommand(pullErpOrders)
  const [outcome, setOutcome] = useState<{ trial: boolean; result: Outcome } | null>(null)
  const run = async (trial: boolean) => {
    try {
      const result = await pull.run({ sourceId: row.id, dryRun: trial }, { changes: ['erpSource', 'workOrder'] })
      if (!result.queued) setOutcome({ trial, result: result.data })
    } catch (error) {
      recordTrouble('told by a toast', error)
    }
  }
  if (!mayPull) return null
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
              {COUNT_FIELDS.map((countField) => (
                <li
                  key={countField}
                  className={
                    outcome.result[countField] > 0 && (countField === 'conflicts' || countField === 'refused')
                      ? 'is-bad'
                      : undefined
                  }
                >
                  <b>{outcome.result[countField]}</b>
                  {t(`answers.${countField}`)}
                </li>
              ))}
            </ul>
            {outcome.result.problems.length > 0 && (
              <ul className="problems">
                {outcome.result.problems.map((problem, i) => (
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

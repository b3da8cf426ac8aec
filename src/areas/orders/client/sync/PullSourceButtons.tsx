import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { useCommand } from '@/client/api/use-command'
import type { ListRow } from '@/client/resource/build-columns'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useHasPermission } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { SyncIcon } from '@/client/ui/icons'
import { Dialog } from '@/client/ui/Dialog'
import { pullErpOrders } from '@/areas/orders/contract/erp-order'

type PullOutcome = EndpointOutput<typeof pullErpOrders>
const COUNT_FIELDS = ['added', 'updated', 'same', 'conflicts', 'refused'] as const

/** Buttons that pull orders from a source, or preview the outcome in a dry run. */
export function PullSourceButtons({ row }: { row: ListRow }) {
  const { t } = useTranslation(['orders', 'client'])
  const language = useLanguage()
  const canPull = useHasPermission('orderSyncUpload')
  const pullCommand = useCommand(pullErpOrders)
  const [pullOutcome, setPullOutcome] = useState<{ dryRun: boolean; result: PullOutcome } | null>(null)
  const runPull = async (dryRun: boolean) => {
    const result = await pullCommand.run(
      { sourceId: row.id, dryRun },
      { changedResources: ['erpSource', 'workOrder'], savedMessage: null },
    )
    if (result && !result.queued) setPullOutcome({ dryRun, result: result.data })
  }
  if (!canPull) return null
  return (
    <>
      <Button className="beside" disabled={pullCommand.busy} onClick={() => void runPull(true)}>
        {t('pages.sync.trial')}
      </Button>
      <Button
        look="primary"
        icon={<SyncIcon size={20} />}
        disabled={pullCommand.busy}
        onClick={() => void runPull(false)}
      >
        {t(pullCommand.busy ? 'pages.sync.pulling' : 'actions.erpOrder_pull')}
      </Button>
      {pullOutcome && (
        <Dialog
          open
          onClose={() => setPullOutcome(null)}
          title={t(pullOutcome.dryRun ? 'pages.sync.trialResult' : 'pages.sync.pullResult')}
        >
          <div className="order-form">
            <ul className="ui-counts">
              {COUNT_FIELDS.map((countField) => (
                <li
                  key={countField}
                  className={
                    pullOutcome.result[countField] > 0 && (countField === 'conflicts' || countField === 'refused')
                      ? 'is-bad'
                      : undefined
                  }
                >
                  <b>{formatNumber(pullOutcome.result[countField], { language, decimals: 0 })}</b>
                  {t(`answers.${countField}`)}
                </li>
              ))}
            </ul>
            {pullOutcome.result.problems.length > 0 && (
              <ul className="problems">
                {pullOutcome.result.problems.map((problem, i) => (
                  <li key={`${problem.externalNumber ?? ''} ${i}`}>
                    <b>{problem.externalNumber || '–'}</b> {problem.problem}
                  </li>
                ))}
              </ul>
            )}
            {pullOutcome.result.warnings.length > 0 && (
              <section>
                <h3>{t('pages.sync.warned')}</h3>
                <ul className="problems">
                  {pullOutcome.result.warnings.map((line, i) => (
                    <li key={`${line.externalNumber ?? ''} ${i}`}>
                      <b>{line.externalNumber || '–'}</b> {line.warning}
                    </li>
                  ))}
                </ul>
              </section>
            )}
            {pullOutcome.dryRun && <p className="quiet">{t('pages.sync.trialNote')}</p>}
            <div className="ui-actions">
              <Button look="primary" onClick={() => setPullOutcome(null)}>
                {t('client:ui.close')}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}

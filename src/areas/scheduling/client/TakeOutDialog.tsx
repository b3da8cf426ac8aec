import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { callEndpoint } from '@/client/api/call-endpoint'
import { useCommand } from '@/client/api/use-command'
import { formatDuration } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import { recordTrouble } from '@/client/ui/trouble'
import { MINUTE_MS } from '@/plant/rules/plant-time'
import { placeOrder, takeOutOrder } from '../contract/planning-endpoints'
import { type PlanChange, useJoinNames } from './use-last-change'
import type { PlanEntry } from './use-order-placement'

type MoveUpPreview = Pick<EndpointOutput<typeof takeOutOrder>, 'moved' | 'upMinutes'>
/** Returns the orders that would move up if the entry were removed; null until the server has answered. */
function useMoveUpPreview(entry: PlanEntry, canMoveOthers: boolean): MoveUpPreview | null {
  const [preview, setPreview] = useState<MoveUpPreview | null>(null)
  const { id, version } = entry
  useEffect(() => {
    if (!canMoveOthers) return
    const abortController = new AbortController()
    callEndpoint(
      takeOutOrder,
      { id, version, close: true, dryRun: true },
      { quiet: true, signal: abortController.signal },
    ).then(setPreview, (error: unknown) => {
      if (!abortController.signal.aborted) recordTrouble('what would move up not known', error)
    })
    return () => abortController.abort()
  }, [id, version, canMoveOthers])
  return preview
}

/** Takes an order out of the plan after asking whether its gap remains or the following orders move up. */
export function TakeOutDialog({
  entry,
  onTakenOut,
  onClose,
}: {
  entry: PlanEntry
  onTakenOut: (change: PlanChange) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['scheduling', 'client'])
  const language = useLanguage()
  const joinNames = useJoinNames()
  const canMoveOthers = useCanCall(placeOrder)
  const preview = useMoveUpPreview(entry, canMoveOthers)
  const { run, busy } = useCommand(takeOutOrder)
  const movedCount = preview?.moved.length ?? 0
  const takeOut = async (closesGap: boolean) => {
    const result = await run(
      { id: entry.id, version: entry.version, close: closesGap },
      { changedResources: ['workOrder'], savedMessage: null },
    )
    if (!result) return
    const { before, out } = result.queued ? { before: [], out: [] } : result.data
    onTakenOut({
      kind: 'takenOut',
      number: entry.number,
      moved: before.length,
      later: [],
      putBackInput: canMoveOthers && out.length > 0 ? { before, fresh: [], out } : null,
    })
  }
  return (
    <Dialog open onClose={onClose} title={`${t('pages.schedule.takeOut')} · ${entry.number}`} requiresAnswer>
      <div className="placing-form stack">
        <p>{t('pages.schedule.takeOutAsked')}</p>
        {preview && movedCount > 0 && (
          <p>
            {t('pages.schedule.movesUp', {
              count: movedCount,
              time: formatDuration(preview.upMinutes * MINUTE_MS, language),
              numbers: joinNames(preview.moved.map(({ number }) => number)),
            })}
          </p>
        )}
        <div className="ui-actions">
          <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
          <Button look="danger" disabled={busy} onClick={() => void takeOut(false)}>
            {t(movedCount > 0 ? 'pages.schedule.takeOutOnly' : 'pages.schedule.takeOut')}
          </Button>
          {movedCount > 0 && (
            <Button look="danger" disabled={busy} onClick={() => void takeOut(true)}>
              {t('pages.schedule.takeOutClose', { count: movedCount })}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

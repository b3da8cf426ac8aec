import '../forms.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { notifySaved } from '@/client/api/notify-saved'
import { getPhone } from '@/client/api/phone'
import { useCommand } from '@/client/api/use-command'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useRowText } from '@/client/i18n/labels'
import type { ListRow } from '@/client/resource/build-columns'
import { Button } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import { createUuid7 } from '@/contract/id'
import { moveStock, sparePart } from '@/areas/maintenance/contract/spare-part'
import { calculateCountDifference, applyMovement as decideMove, toPartMovement } from '@/areas/maintenance/rules/stock'
import { Stepper } from '../repair/Stepper'

/** Dialog that books one stock movement. A count asks for the actual stock and books the difference. */
export function StockMovementDialog({
  kind,
  row,
  onClose,
}: {
  kind: 'in' | 'out' | 'count'
  row: ListRow
  onClose: () => void
}) {
  const { t } = useTranslation(['maintenance', 'client'])
  const language = useLanguage()
  const moveCommand = useCommand(moveStock)
  const [id] = useState(() => createUuid7())
  const partName = useRowText(sparePart, 'name')(row)
  const stockBefore = Number(row['quantity'] ?? 0)
  const unit = String(row['unit'] ?? '')
  const [enteredAmount, setEnteredAmount] = useState(kind === 'count' ? stockBefore : 1)
  const [reason, setReason] = useState('')
  const quantity = kind === 'count' ? calculateCountDifference(stockBefore, enteredAmount) : enteredAmount
  const decision = decideMove(
    { quantity: stockBefore, minimum: Number(row['minimum'] ?? 0) },
    toPartMovement({ kind, quantity }),
  )
  const formatQuantity = (value: number) => formatNumber(value, { language, unit, decimals: 3 })
  async function bookMovement() {
    try {
      const result = await moveCommand.run({
        id,
        partId: row.id,
        kind,
        quantity,
        occurredAt: (await getPhone()).getMoment(),
        ...(reason.trim() ? { reason: reason.trim() } : {}),
      })
      void notifySaved(t, result)
      onClose()
    } catch (error) {
      void notify(
        t('pages.polling.notSaved', { reason: error instanceof Error ? error.message : String(error) }),
        'fail',
      )
    }
  }
  return (
    <Dialog open onClose={onClose} title={`${t(`stockMovement.options.kind.${kind}`)} · ${partName}`}>
      <form
        className="reasons"
        onSubmit={(event) => {
          event.preventDefault()
          if (decision.ok && enteredAmount >= 0) void bookMovement()
        }}
      >
        <p>{t('pages.spareManagement.now', { quantity: formatQuantity(stockBefore) })}</p>
        <Stepper
          label={t(kind === 'count' ? 'pages.spareManagement.counted' : 'stockMovement.fields.quantity')}
          value={enteredAmount}
          step={1}
          unit={unit}
          onChange={setEnteredAmount}
        />
        <output className={decision.ok ? 'quiet' : 'form-wrong'}>
          {decision.ok
            ? t('pages.spareManagement.then', { quantity: formatQuantity(decision.quantity) })
            : t(`refusals.stock.${decision.reason}`, { part: partName, available: decision.available, unit })}
          {decision.ok && decision.reachedLevel && ` · ${t('sparePart.fields.low')}`}
        </output>
        <label htmlFor="move-reason">{t('stockMovement.fields.reason')}</label>
        <input
          id="move-reason"
          className="ui-input"
          maxLength={400}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          autoComplete="off"
        />
        <div className="ui-actions">
          <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
          <Button type="submit" look="primary" disabled={!decision.ok || !(enteredAmount >= 0) || moveCommand.busy}>
            {t(`stockMovement.options.kind.${kind}`)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

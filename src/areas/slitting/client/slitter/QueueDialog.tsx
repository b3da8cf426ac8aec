import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createUuid7 } from '@/contract/id'
import { useRow } from '@/client/api/use-list'
import { Picker } from '@/client/fields/picker'
import { Button } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import { workOrder } from '@/areas/orders/contract/work-order'
import { cutOrder } from '@/areas/slitting/contract/slitting'
import { parseSlittingPattern } from '@/areas/orders/rules/slitting-pattern'
import { useSlitterCommand } from '../shared/use-slitter-command'
import type { SlitterLine } from '../shared/use-slitter'

/** Adds an order to the slitter's queue with its slitting pattern. */
export function QueueDialog({
  slitter,
  sequence,
  onClose,
}: {
  slitter: SlitterLine
  sequence: number
  onClose: () => void
}) {
  const { t } = useTranslation(['slitting', 'client'])
  const [orderId, setOrderId] = useState<string | null>(null)
  const [enteredPattern, setEnteredPattern] = useState<string | null>(null)
  const order = useRow(workOrder, orderId).row
  const add = useSlitterCommand(cutOrder.endpoints.create)
  const patternText = enteredPattern ?? order?.slittingPattern ?? ''
  const isReadable = parseSlittingPattern(patternText) !== null
  const submit = async () => {
    if (
      await add.execute({
        id: createUuid7(),
        slitterId: slitter.id,
        workOrderId: orderId!,
        sequence,
        ...(patternText ? { slittingPattern: patternText } : {}),
        ...(order?.rollLengthM ? { lengthM: order.rollLengthM } : {}),
      })
    )
      onClose()
  }
  return (
    <Dialog open onClose={onClose} title={t('pages.divideInteractive.addLine')}>
      <form
        className="ui-sheet-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (orderId && isReadable) void submit()
        }}
      >
        <div>
          <span id="queue-order-word">{t('cutOrder.fields.workOrderId')}</span>
          <Picker
            resource="workOrder"
            id="queue-order"
            label={t('cutOrder.fields.workOrderId')}
            ids={orderId ? [orderId] : []}
            multiple={false}
            onPick={([id]) => {
              setOrderId(id ?? null)
              setEnteredPattern(null)
            }}
          />
        </div>
        <label>
          {t('cutOrder.fields.slittingPattern')}
          <input
            className="ui-input"
            value={patternText}
            placeholder="5×160 + 2×80"
            onChange={(event) => setEnteredPattern(event.target.value)}
            autoComplete="off"
          />
        </label>
        {!isReadable && <p className="wrong">{t('refusals.slittingPattern.notReadable', { text: patternText })}</p>}
        <div className="ui-actions">
          <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
          <Button type="submit" look="primary" disabled={!orderId || !isReadable || add.busy}>
            {t('client:resource.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

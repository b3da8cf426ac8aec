import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { lookUpRow } from '@/client/api/look-up-rows'
import { InlineCommandForm } from '@/client/resource/InlineCommandForm'
import { Dialog } from '@/client/ui/Dialog'
import { workOrder } from '@/areas/orders/contract/work-order'
import { cutOrder } from '@/areas/slitting/contract/slitting'
import { parseSlittingPattern } from '@/areas/orders/rules/slitting-pattern'
import { CHANGED_RESOURCES } from '../shared/use-slitter-command'
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
  const lengthByOrderId = useRef(new Map<string, number | null>())
  return (
    <Dialog open onClose={onClose} title={t('pages.divideInteractive.addLine')}>
      <InlineCommandForm
        command={cutOrder.endpoints.create}
        row={null}
        label={t('client:resource.save')}
        values={{ slitterId: slitter.id, sequence }}
        fieldNames={['workOrderId', 'slittingPattern']}
        requiredNames={['slittingPattern']}
        inputs={{
          slittingPattern: ({ label, value, onChange, disabled }) => (
            <input
              className="ui-input"
              aria-label={label}
              value={value ?? ''}
              placeholder="5×160 + 2×80"
              disabled={disabled}
              onChange={(event) => onChange(event.target.value)}
              autoComplete="off"
            />
          ),
        }}
        fillIn={async ({ workOrderId }) => {
          if (workOrderId === undefined) return null
          const order = workOrderId && (await lookUpRow(workOrder, workOrderId))
          if (order) lengthByOrderId.current.set(order.id, order.rollLengthM)
          return { slittingPattern: order ? order.slittingPattern : null }
        }}
        toInput={(values) => {
          const lengthM = lengthByOrderId.current.get(values.workOrderId ?? '')
          return { ...values, ...(lengthM ? { lengthM } : {}) }
        }}
        check={({ slittingPattern }) =>
          slittingPattern && parseSlittingPattern(slittingPattern) === null
            ? t('refusals.slittingPattern.notReadable', { text: slittingPattern })
            : null
        }
        changedResources={CHANGED_RESOURCES}
        onCancel={onClose}
        onSaved={onClose}
      />
    </Dialog>
  )
}

import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointInput } from '@/contract/endpoint'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { recordTrouble } from '@/client/ui/trouble'
import { putBackOrders } from '@/areas/orders/contract/schedule'

/** A change of the plan and the input that undoes it; null if it cannot be undone. */
export interface Made {
  what: 'placed' | 'takenOut'
  number: string
  /** Number of other orders that moved. */
  moved: number
  back: EndpointInput<typeof putBackOrders> | null
}
/** The last change with its undo. */
export interface Done extends Omit<Made, 'back'> {
  undo: () => void
}
const SAID = { placed: 'saved', takenOut: 'takenOut' } as const

/** Returns the last change that can be undone on this page, else null; `recordChange` stores one and shows a toast. */
export function useLastChange(): { last: Done | null; made: (change: Made) => void } {
  const { t } = useTranslation('orders')
  const { run } = useCommand(putBackOrders)
  const [last, setLast] = useState<Done | null>(null)
  const made = useCallback(
    ({ back, ...change }: Made) => {
      const undo = async () => {
        if (!back) return
        try {
          await run(back, { changes: ['workOrder'] })
          void notify(t('pages.schedule.putBack', { number: change.number }), 'success')
        } catch (error) {
          recordTrouble('told by a toast', error)
        }
        // A refused undo never succeeds later, because the plan has changed since.
        setLast(null)
      }
      const done = { ...change, undo: () => void undo() }
      setLast(back ? done : null)
      void notify(
        t(`pages.schedule.${SAID[change.what]}`, { number: change.number }),
        'success',
        back ? { label: t('pages.schedule.undo'), go: done.undo } : undefined,
      )
    },
    [run, t],
  )
  return { last, made }
}

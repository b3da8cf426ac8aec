import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointInput } from '@/contract/endpoint'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { recordTrouble } from '@/client/ui/trouble'
import { putBackOrders } from '@/areas/orders/contract/schedule'

/** A change of the plan that was made, and what puts it back; null: there is no way back. */
export interface Made {
  what: 'placed' | 'takenOut'
  number: string
  /** How many others it moved. */
  moved: number
  back: EndpointInput<typeof putBackOrders> | null
}
/** What was done last, and how it is taken back. */
export interface Done extends Omit<Made, 'back'> {
  undo: () => void
}
const SAID = { placed: 'saved', takenOut: 'takenOut' } as const

/** The last change made on this page that can be taken back; null when there is none, or it was. `made` tells of the next, which a toast says too. */
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
        // Refused it is refused for good: the plan was changed since.
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

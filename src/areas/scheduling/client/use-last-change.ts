import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { notify, notifyUndoable } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { formatDuration } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { MINUTE_MS } from '@/plant/rules/plant-time'
import { type placeOrder, putBackOrders } from '../contract/planning-endpoints'

/** A change of the plan and the input that undoes it; null if it cannot be undone. */
export interface PlanChange {
  kind: 'placed' | 'takenOut'
  number: string
  /** Number of other orders that moved. */
  moved: number
  /** Other orders that became late or later. */
  later: Readonly<EndpointOutput<typeof placeOrder>['later']>
  putBackInput: EndpointInput<typeof putBackOrders> | null
}
/** The last change with its undo. */
export interface LastPlanChange extends Omit<PlanChange, 'putBackInput'> {
  undo: () => void
}
const TOAST_KEYS = { placed: 'saved', takenOut: 'takenOut' } as const

/** Returns the last change, or null if it cannot be undone. `recordChange` stores a change and shows a toast. */
export function useLastChange(): { lastChange: LastPlanChange | null; recordChange: (change: PlanChange) => void } {
  const { t } = useTranslation('scheduling')
  const { run: putBack } = useCommand(putBackOrders)
  const describeLaterOrders = useLaterOrdersText()
  const [lastChange, setLastChange] = useState<LastPlanChange | null>(null)
  const recordChange = useCallback(
    ({ putBackInput, ...change }: PlanChange) => {
      const undo = async () => {
        if (!putBackInput) return
        await putBack(putBackInput, {
          changedResources: ['workOrder'],
          savedMessage: t('pages.schedule.putBack', { number: change.number }),
        })
        // A refused undo never succeeds later, because the plan has changed since.
        setLastChange(null)
      }
      const undoableChange = { ...change, undo: () => void undo() }
      setLastChange(putBackInput ? undoableChange : null)
      const text = [
        t(`pages.schedule.${TOAST_KEYS[change.kind]}`, { number: change.number }),
        ...describeLaterOrders(change.later),
      ].join(' · ')
      if (putBackInput) void notifyUndoable(text, { label: t('pages.schedule.undo'), onChoose: undoableChange.undo })
      else void notify(text, 'success')
    },
    [putBack, t, describeLaterOrders],
  )
  return { lastChange, recordChange }
}

/** Maximum number of orders to name; further orders are only counted. */
const MAX_NAMES = 5

/** Returns a function that describes which orders become late or later. Its result is empty if there are none. */
export function useLaterOrdersText(): (later: PlanChange['later']) => string[] {
  const { t } = useTranslation('scheduling')
  const language = useLanguage()
  const joinNames = useJoinNames()
  return useCallback(
    (later) => {
      const formatMinutes = (minutes: number) => formatDuration(minutes * MINUTE_MS, language)
      const orders = later.map(({ number, lateBefore, lateAfter }) =>
        t('pages.schedule.laterFrom', {
          number,
          before: lateBefore > 0 ? formatMinutes(lateBefore) : t('pages.schedule.onTime'),
          after: formatMinutes(lateAfter),
        }),
      )
      return later.length > 0 ? [t('pages.schedule.makesLate', { count: later.length, orders: joinNames(orders) })] : []
    },
    [t, language, joinNames],
  )
}
/** Returns a function that joins up to `MAX_NAMES` order numbers and counts the others. */
export function useJoinNames(): (names: readonly string[]) => string {
  const { t } = useTranslation('scheduling')
  return useCallback(
    (names) =>
      [
        ...names.slice(0, MAX_NAMES),
        ...(names.length > MAX_NAMES ? [t('pages.schedule.andMore', { count: names.length - MAX_NAMES })] : []),
      ].join(t('pages.schedule.and')),
    [t],
  )
}

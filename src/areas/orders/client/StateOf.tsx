import { useTranslation } from 'react-i18next'
import type { AnyRow } from '@/client/resource/columns'
import { State, type Tone } from '@/client/ui/State'
import type { WorkOrderState } from '@/areas/orders/rules/work-order'

/** What each state means to a person, for colour and icon; the word comes from the locale. */
export const orderTones: Record<WorkOrderState, Tone> = {
  planned: 'wait',
  running: 'active',
  paused: 'warn',
  finished: 'ok',
  closed: 'idle',
  cancelled: 'idle',
}
export const erpTones: Readonly<Record<string, Tone>> = {
  new: 'wait',
  released: 'ok',
  conflict: 'bad',
  ignored: 'idle',
}
export const priorityTones: Readonly<Record<string, Tone>> = { normal: 'idle', urgent: 'warn', critical: 'bad' }

/** The state of a row of this area: colour, icon and word. */
export function StateOf({
  of,
  state,
  tones,
  field = 'state',
}: {
  of: string
  state: unknown
  tones: Readonly<Record<string, Tone>>
  field?: string
}) {
  const { t } = useTranslation('orders')
  const name = String(state ?? '')
  return name ? <State tone={tones[name] ?? 'idle'}>{t(`${of}.options.${field}.${name}`)}</State> : null
}
export const orderCells = {
  state: (row: AnyRow) => <StateOf of="workOrder" state={row['state']} tones={orderTones} />,
  priority: (row: AnyRow) => <StateOf of="workOrder" field="priority" state={row['priority']} tones={priorityTones} />,
}

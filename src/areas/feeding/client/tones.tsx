import { useTranslation } from 'react-i18next'
import { State, type Tone } from '@/client/ui/State'
import type { LotState } from '@/areas/feeding/rules/lot'
import type { WorkOrderState } from '@/areas/orders/rules/work-order'

export const lotTones: Record<LotState, Tone> = {
  quarantine: 'wait',
  released: 'ok',
  concession: 'warn',
  blocked: 'bad',
}
export const orderTones: Record<WorkOrderState, Tone> = {
  planned: 'wait',
  running: 'active',
  paused: 'warn',
  finished: 'ok',
  closed: 'idle',
  cancelled: 'idle',
}

/** Quality's word over a lot: colour, icon and word. */
export function LotStateOf({ state }: { state: unknown }) {
  const { t } = useTranslation('feeding')
  const name = String(state ?? '') as LotState
  return name in lotTones ? <State tone={lotTones[name]}>{t(`materialLot.options.state.${name}`)}</State> : null
}
export function OrderStateOf({ state }: { state: WorkOrderState }) {
  const { t } = useTranslation(['feeding', 'orders'])
  return <State tone={orderTones[state]}>{t(`orders:workOrder.options.state.${state}`)}</State>
}

import { useLabels } from '@/client/i18n/labels'
import type { AnyRow } from '@/client/resource/columns'
import { State, type Tone } from '@/client/ui/State'

type Tones = Readonly<Record<string, Tone>>
export const inUseTones: Tones = { inUse: 'ok', notUsed: 'idle', discarded: 'bad' }
export const conditionTones: Tones = {
  normal: 'ok',
  reported: 'bad',
  inMaintenance: 'active',
  toConfirmByProduction: 'wait',
  toConfirmFinally: 'wait',
}
export const resultTones: Tones = { ok: 'ok', attention: 'warn', notOk: 'bad' }
export const verdictTones: Tones = { ok: 'ok', rollOver: 'active', exchange: 'active', jump: 'warn' }

/** The word of a choice of a resource of this area, with its colour and icon. */
export function OptionState({ of, field, value, tones }: { of: string; field: string; value: unknown; tones: Tones }) {
  const labels = useLabels('equipment')
  if (typeof value !== 'string' || value === '') return null
  return <State tone={tones[value] ?? 'idle'}>{labels.option({ area: 'equipment', owner: of }, field, value)}</State>
}
/** The same as a cell of a list. */
export const stateCell = (of: string, field: string, tones: Tones) =>
  function StateCell(row: AnyRow) {
    return <OptionState of={of} field={field} value={row[field]} tones={tones} />
  }

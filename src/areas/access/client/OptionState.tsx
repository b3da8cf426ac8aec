import { useLabels } from '@/client/i18n/labels'
import type { AnyRow } from '@/client/resource/columns'
import { State, type Tone } from '@/client/ui/State'

type Tones = Readonly<Record<string, Tone>>
export const userTones: Tones = { active: 'ok', suspended: 'warn', removed: 'idle' }
export const actionTones: Tones = { insert: 'ok', update: 'active', delete: 'bad', refused: 'warn', other: 'idle' }
export const outcomeTones: Tones = {
  ok: 'ok',
  wrongPassword: 'bad',
  throttled: 'bad',
  suspended: 'warn',
  logout: 'idle',
  expired: 'idle',
}

/** The word of a choice of this area, with its colour and icon. */
export function OptionState({ of, field, value, tones }: { of: string; field: string; value: unknown; tones: Tones }) {
  const labels = useLabels('access')
  if (typeof value !== 'string' || value === '') return null
  return <State tone={tones[value] ?? 'idle'}>{labels.option({ area: 'access', owner: of }, field, value)}</State>
}
/** The same as a cell of a list. */
export const stateCell = (of: string, field: string, tones: Tones) =>
  function StateCell(row: AnyRow) {
    return <OptionState of={of} field={field} value={row[field]} tones={tones} />
  }

import { useTranslation } from 'react-i18next'
import { State, type Tone } from '@/client/ui/State'

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
  const { t } = useTranslation('maintenance')
  const name = String(state ?? '')
  return name ? <State tone={tones[name] ?? 'idle'}>{t(`${of}.options.${field}.${name}`)}</State> : null
}

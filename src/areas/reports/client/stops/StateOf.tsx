import { useTranslation } from 'react-i18next'
import { State } from '@/client/ui/State'
import { stopTones } from './stop-time'

/** The state of a stop: colour, icon and word. */
export function StateOf({ state }: { state: unknown }) {
  const { t } = useTranslation(['reports', 'plant'])
  const name = String(state ?? '')
  return name ? <State tone={stopTones[name] ?? 'idle'}>{t(`plant:lineStop.options.state.${name}`)}</State> : null
}

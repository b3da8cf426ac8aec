import { useTranslation } from 'react-i18next'
import { State, type Tone } from '@/client/ui/State'

const tones: Readonly<Record<string, Tone>> = { ok: 'ok', notOk: 'bad', noStandard: 'warn' }

/** What an inspection came out as: colour, icon and word. */
export function ResultOf({ of, result }: { of: string; result: unknown }) {
  const { t } = useTranslation('quality')
  return typeof result === 'string' && result ? (
    <State tone={tones[result] ?? 'idle'}>{t(`${of}.options.result.${result}`)}</State>
  ) : null
}

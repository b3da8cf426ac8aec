import { useTranslation } from 'react-i18next'
import { useLanguage } from '@/client/format/use-language'
import { translateUnit } from '@/contract/translate-unit'
import type { TargetVerdict } from '@/areas/overview/rules/target-verdict'
import { metrics } from '@/plant/rules/metrics'
import type { ScreenData } from './follow-screen'
import { formatWallNumber } from './format-wall-number'

const DECIMALS: Readonly<Record<string, number>> = { outputKg: 0, kwhPerKg: 2 }
/** Compound units are too long for the large digits and follow in small type. */
const hasLongUnit = (name: keyof typeof metrics): boolean => metrics[name].unit.includes('/')
/** The five headline metrics of today with their targets. */
export function HeadlineBar({ figures: headlines }: { figures: ScreenData['top']['figures'] }) {
  const { t } = useTranslation(['boards', 'plant'])
  const language = useLanguage()
  const formatValue = (name: keyof typeof metrics, value: number | null) =>
    formatWallNumber(value, hasLongUnit(name) ? '' : metrics[name].unit, DECIMALS[name] ?? 1, language)
  return (
    <dl className="wall-figures">
      {headlines.map(({ figure, value, target, verdict }) => (
        <div key={figure} data-tone={getVerdictTone(verdict)}>
          <dt>{t(`plant:figures.${figure}.name`)}</dt>
          <dd>
            {formatValue(figure, value)}
            {hasLongUnit(figure) && value !== null && <small> {translateUnit(metrics[figure].unit, language)}</small>}
          </dd>
          <dd className="wall-target">
            {target === null ? t('wall.noTarget') : t('wall.target', { value: formatValue(figure, target) })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
const VERDICT_TONES = { met: 'good', near: 'near', missed: 'short' } as const satisfies Record<TargetVerdict, string>
/** Returns the tone of a verdict. A running day is judged by the part of the target that is due by now. */
export const getVerdictTone = (verdict: TargetVerdict | null): 'good' | 'near' | 'short' | 'none' =>
  verdict === null ? 'none' : VERDICT_TONES[verdict]

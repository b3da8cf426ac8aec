import { useTranslation } from 'react-i18next'
import { useLanguage } from '@/client/format/use-language'
import { translateUnit } from '@/contract/translate-unit'
import type { TargetVerdict } from '@/areas/overview/rules/target-verdict'
import { metrics } from '@/plant/rules/metrics'
import type { ScreenData } from './screen-data'
import { wallNumber } from './wall-number'

const DECIMALS: Readonly<Record<string, number>> = { outputKg: 0, kwhPerKg: 2 }
/** Compound units are too long for the large digits and follow in small type. */
const isLong = (name: keyof typeof metrics): boolean => metrics[name].unit.includes('/')
/** The five headline metrics of today with their targets. */
export function Headlines({ figures: shown }: { figures: ScreenData['top']['figures'] }) {
  const { t } = useTranslation(['boards', 'plant'])
  const language = useLanguage()
  const text = (name: keyof typeof metrics, value: number | null) =>
    wallNumber(value, isLong(name) ? '' : metrics[name].unit, DECIMALS[name] ?? 1, language)
  return (
    <dl className="wall-figures">
      {shown.map(({ figure, value, target, verdict }) => (
        <div key={figure} data-tone={toneOf(verdict)}>
          <dt>{t(`plant:figures.${figure}.name`)}</dt>
          <dd>
            {text(figure, value)}
            {isLong(figure) && value !== null && <small> {translateUnit(metrics[figure].unit, language)}</small>}
          </dd>
          <dd className="wall-target">
            {target === null ? t('wall.noTarget') : t('wall.target', { value: text(figure, target) })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
const tones = { met: 'good', near: 'near', missed: 'short' } as const satisfies Record<TargetVerdict, string>
/** Returns the tone of a verdict. A running day is judged by the part of the target that is due by now. */
export const toneOf = (verdict: TargetVerdict | null): 'good' | 'near' | 'short' | 'none' =>
  verdict === null ? 'none' : tones[verdict]
